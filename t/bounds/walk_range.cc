// A range-based for over a container that the body does not extend.
// bounds: bounded 12
#include <string>
#include <thread>
#include <vector>

void fetch(const std::string &name);

void fetch_all(const std::vector<std::string> &names)
{
	std::vector<std::thread> threads;
	for (const auto &name : names)
		threads.emplace_back(fetch, name);
	for (auto &thread : threads)
		thread.join();
}
