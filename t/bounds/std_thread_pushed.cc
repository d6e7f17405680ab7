// A vector of threads that grows with every client.
// bounds: unbounded 12
#include <thread>
#include <vector>

void serve(int client);
int next_client();

void run()
{
	std::vector<std::thread> threads;
	while (true)
		threads.push_back(std::thread(serve, next_client()));
}
