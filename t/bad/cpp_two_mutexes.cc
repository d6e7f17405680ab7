// Two std::lock_guards in two orders; std::scoped_lock would have taken both at once.
// treadle: expect deadlock|cycle
// treadle: needs g++
// treadle: says "\bleft\b"
// treadle: says "\bright\b"
#include <mutex>
#include <thread>

static std::mutex left, right;

static void both(std::mutex &first, std::mutex &second)
{
	std::lock_guard<std::mutex> one(first);
	std::lock_guard<std::mutex> two(second);
}

int main()
{
	std::thread a([] { both(left, right); });
	std::thread b([] { both(right, left); });

	a.join();
	b.join();
	return 0;
}
