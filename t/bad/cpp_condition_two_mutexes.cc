// Each worker guards its own queue with its own mutex, but all of them sleep on one condition variable.
// treadle: expect bad-primitive
// treadle: says "a condition variable is waited for with two mutexes at once: wake_up"
// treadle: flags -std=c++17
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::condition_variable wake_up;
static std::mutex locks[2];
static std::atomic<bool> is_over;

static void work(int me)
{
	std::unique_lock guard(locks[me]);

	wake_up.wait(guard, [] { return is_over.load(); });
}

int main()
{
	std::thread first(work, 0), second(work, 1);

	{
		std::scoped_lock both(locks[0], locks[1]);
		is_over = true;
		wake_up.notify_all();
	}
	first.join();
	second.join();
	return 0;
}
