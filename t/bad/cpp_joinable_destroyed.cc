// An early return destroys a std::thread that is still joinable, which ends the program.
// treadle: expect abort
// treadle: needs g++
#include <atomic>
#include <thread>

static std::atomic<int> cancelled;

static void run()
{
	std::thread worker([] { cancelled.store(1); });

	if (cancelled.load())
		return; // without join
	worker.join();
}

int main()
{
	run();
	return 0;
}
