// A lambda creates; the loop calls it.
// bounds: unbounded 13
#include <thread>

void serve(int client);
int next_client();

void run()
{
	auto start = [](int client) {
		std::thread(serve, client).detach();
	};
	for (;;)
		start(next_client());
}
