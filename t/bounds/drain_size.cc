// Heuristic 4: the size of a container that is only removed from goes down.
// bounds: bounded 10
#include <deque>
#include <thread>

void serve(int port);

void serve_all(std::deque<int> ports)
{
	while (ports.size() > 0) {
		int port = ports.front();
		ports.pop_front();
		std::thread(serve, port).detach();
	}
}
