// The vector grows while it is walked.
// bounds: unbounded 12
#include <cstddef>
#include <thread>
#include <vector>

void serve(int port);
int next_port();

void serve_all(std::vector<int> ports)
{
	for (std::size_t i = 0; i < ports.size(); i++) {
		std::thread(serve, ports[i]).detach();
		ports.push_back(next_port());
	}
}
