// std::condition_variable with predicates, and std::deque as the queue between two threads.
// treadle: needs g++
#include <cassert>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::deque<int> queue;
static bool closed;

static void produce()
{
	for (int i = 1; i <= 3; i++) {
		std::lock_guard<std::mutex> held(lock);
		queue.push_back(i);
		changed.notify_one();
	}
	std::lock_guard<std::mutex> held(lock);
	closed = true;
	changed.notify_all();
}

int main()
{
	std::thread producer(produce);
	int sum = 0;

	for (;;) {
		std::unique_lock<std::mutex> held(lock);
		changed.wait(held, [] { return closed || !queue.empty(); });
		if (queue.empty())
			break;
		sum += queue.front();
		queue.pop_front();
	}
	producer.join();
	assert(sum == 6);
	std::printf("sum %d\n", sum);
	return 0;
}
