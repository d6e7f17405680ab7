// The latch counts two arrivals, but only the first thread to come counts down.
// treadle: expect deadlock
// treadle: needs g++
// treadle: flags -std=c++20
#include <atomic>
#include <latch>
#include <thread>

static std::latch all_there(2);
static std::atomic<bool> first_come(true);

static void arrive()
{
	if (first_come.exchange(false))
		all_there.count_down();
}

int main()
{
	std::thread a(arrive), b(arrive);

	all_there.wait();
	a.join();
	b.join();
	return 0;
}
