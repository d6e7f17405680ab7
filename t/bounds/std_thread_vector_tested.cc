// The length of the vector is what is tested: it grows with every thread.
// bounds: bounded 13
#include <cstddef>
#include <thread>
#include <vector>

void serve(int client);
int next_client();

void run(std::size_t most)
{
	std::vector<std::thread> threads;
	for (;;) {
		int client = next_client();
		if (threads.size() >= most)
			break;
		threads.emplace_back(serve, client);
	}
	for (auto &thread : threads)
		thread.join();
}
