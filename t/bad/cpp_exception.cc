// A vector's at() throws in a thread when the other one has not filled it yet; nobody catches it there.
// treadle: expect abort
// treadle: needs g++
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> values;

int main()
{
	std::thread filler([] {
		std::lock_guard<std::mutex> held(lock);
		values.push_back(7);
	});
	std::thread user([] {
		std::lock_guard<std::mutex> held(lock);
		values.at(0)++;
	});

	filler.join();
	user.join();
	return 0;
}
