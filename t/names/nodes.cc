// What lies in blocks that the C++ library allocates is called by the program's types.
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <thread>

struct Config {
	int port, version;
};

struct Entry {
	int key, value;
};

int main()
{
	auto config = std::make_shared<Config>();
	std::list<Entry> entries(1);
	std::map<int, int> sizes;
	std::queue<long> jobs;

	sizes[3] = 4;
	jobs.push(5);
	std::thread other([&] {
		config->version++;
		entries.front().value++;
		sizes.begin()->second++;
		jobs.front()++;
	});
	config->version++;
	entries.front().value++;
	sizes.begin()->second++;
	jobs.front()++;
	other.join();
	return 0;
}
