// std::thread, std::mutex of several kinds, std::scoped_lock, std::atomic, thread_local.
// treadle: needs g++
// treadle: races thread sanitizer of gcc 12 does not know pthread_mutex_clocklock
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex a, b;
static std::recursive_mutex nested;
static std::timed_mutex timed;
static std::atomic<int> sum;
static thread_local int own = 3;
static int both;

static void work(bool swapped)
{
	own++;
	sum.fetch_add(own);
	{
		std::scoped_lock held(swapped ? a : b, swapped ? b : a);
		both++;
	}
	std::lock_guard<std::recursive_mutex> outer(nested);
	std::lock_guard<std::recursive_mutex> inner(nested);
	if (timed.try_lock_for(std::chrono::milliseconds(5)))
		timed.unlock();
	std::this_thread::yield();
	std::this_thread::sleep_for(std::chrono::microseconds(10));
}

int main()
{
	std::vector<std::thread> threads;

	threads.emplace_back(work, false);
	threads.emplace_back(work, true);
	for (std::thread &thread : threads)
		thread.join();
	assert(sum == 8 && both == 2 && own == 3);
	return 0;
}
