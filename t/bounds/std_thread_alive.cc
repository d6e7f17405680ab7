// A live count in an atomic of C++.
// bounds: alive 13
#include <atomic>
#include <thread>

int next_client();
void refuse(int client);
void serve(int client);
static std::atomic<int> live{0};

void run(int most)
{
	for (;;) {
		int client = next_client();
		if (live.load() >= most) {
			refuse(client);
			continue;
		}
		live.fetch_add(1);
		std::thread([client] {
			serve(client);
			live.fetch_sub(1);
		}).detach();
	}
}
