// The size of a vector that the body leaves alone is a constant.
// bounds: bounded 11
#include <cstddef>
#include <thread>
#include <vector>

void serve(int port);

void serve_all(std::vector<int> ports)
{
	for (std::size_t i = 0; i < ports.size(); i++)
		std::thread(serve, ports[i]).detach();
}
