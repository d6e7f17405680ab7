// Removed from and added to.
// bounds: unbounded 11
#include <deque>
#include <thread>

void serve(int port);
int next_port();

void serve_all(std::deque<int> ports)
{
	while (!ports.empty()) {
		int port = ports.front();
		ports.pop_front();
		ports.push_back(next_port());
		std::thread(serve, port).detach();
	}
}
