// Promises that are kept when their thread ends: libstdc++ says so to whoever waits, in code that was not woven.
#include <cassert>
#include <future>
#include <thread>

static int data;

static void promise_value(std::promise<int> promise)
{
	data = 7;
	promise.set_value_at_thread_exit(5);
}

static void run_task(std::packaged_task<int(int)> task)
{
	task.make_ready_at_thread_exit(4);
}

int main()
{
	std::promise<int> promise;
	std::packaged_task<int(int)> task([](int x) { return x + data; });
	std::future<int> kept = promise.get_future(), done = task.get_future();
	std::thread first(promise_value, std::move(promise));

	assert(kept.get() == 5);
	assert(data == 7);
	std::thread second(run_task, std::move(task));
	assert(done.get() == 11);
	first.join();
	second.join();
}
