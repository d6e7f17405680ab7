// A local container that is emptied.
// bounds: bounded 10
#include <thread>
#include <vector>

void serve(int port);

void serve_all(std::vector<int> ports)
{
	while (!ports.empty()) {
		std::thread(serve, ports.back()).detach();
		ports.pop_back();
	}
}
