// std::condition_variable::wait without a predicate: a notification before the wait is lost.
// treadle: expect deadlock
// treadle: needs g++
// treadle: says "\bready\b"
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ready;

int main()
{
	std::thread waiter([] {
		std::unique_lock<std::mutex> held(lock);
		ready.wait(held);
	});

	{
		std::lock_guard<std::mutex> held(lock);
		ready.notify_one();
	}
	waiter.join();
	return 0;
}
