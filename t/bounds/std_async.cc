// std::async, and all futures are kept.
// bounds: unbounded 12
#include <future>
#include <vector>

void serve(int client);
int next_client();

void run()
{
	std::vector<std::future<void>> futures;
	while (true)
		futures.push_back(std::async(std::launch::async, serve, next_client()));
}
