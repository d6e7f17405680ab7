// Heuristic 1: a queue behind a lock is filled by others.
// bounds: unbounded 20
#include <mutex>
#include <queue>
#include <thread>

void serve(int client);

static std::mutex lock;
static std::queue<int> clients;

void submit(int client)
{
	std::lock_guard<std::mutex> guard(lock);
	clients.push(client);
}

void serve_all()
{
	while (!clients.empty()) {
		int client;
		{
			std::lock_guard<std::mutex> guard(lock);
			client = clients.front();
			clients.pop();
		}
		std::thread(serve, client).detach();
	}
}
