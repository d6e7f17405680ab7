// C++20: latch, counting_semaphore, jthread and waiting on an atomic.
// treadle: needs g++
// treadle: flags -std=c++20
#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::latch ready(2);
static std::counting_semaphore<2> permits(1);
static std::atomic<int> stage;
static int total;

static void work()
{
	permits.acquire();
	total++;
	permits.release();
	ready.count_down();
	stage.wait(0);
	assert(stage.load() == 1);
}

int main()
{
	std::jthread a(work), b(work);

	ready.wait();
	assert(total == 2);
	stage.store(1);
	stage.notify_all();
	return 0;
}
