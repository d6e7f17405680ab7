// The same with an iterator.
// bounds: bounded 10
#include <list>
#include <thread>

void serve(int port);

void serve_all(std::list<int> ports)
{
	for (auto at = ports.begin(); at != ports.end(); ++at)
		std::thread(serve, *at).detach();
}
