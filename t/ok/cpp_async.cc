// std::async, std::promise and std::packaged_task; an exception travels through a future.
// treadle: needs g++
// treadle: races the futures of an uninstrumented libstdc++ are not seen by thread sanitizer
#include <cassert>
#include <future>
#include <stdexcept>

static int square(int x)
{
	return x * x;
}

int main()
{
	std::future<int> nine = std::async(std::launch::async, square, 3);
	std::future<void> bad = std::async(std::launch::async, [] { throw std::runtime_error("no"); });
	std::promise<int> promise;
	std::future<int> promised = promise.get_future();
	std::packaged_task<int(int)> task(square);
	std::future<int> sixteen = task.get_future();
	std::thread worker([&] {
		promise.set_value(5);
		task(4);
	});
	bool caught = false;

	assert(nine.get() == 9);
	assert(promised.get() == 5);
	assert(sixteen.get() == 16);
	try {
		bad.get();
	} catch (const std::runtime_error &) {
		caught = true;
	}
	assert(caught);
	worker.join();
	return 0;
}
