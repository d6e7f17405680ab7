// What std::random_device gives says how many events there are.
#include <cassert>
#include <mutex>
#include <random>
#include <thread>

static std::mutex lock;
static unsigned turns, drawn;

static void work()
{
	std::random_device device;
	unsigned first = device(), second = device();

	assert(first != second);
	for (unsigned left = 1 + first % 2; left; left--) {
		std::lock_guard<std::mutex> guard(lock);
		turns++;
		drawn ^= first ^ second;
	}
}

int main()
{
	std::thread one(work), other(work);

	one.join();
	other.join();
	assert(turns >= 2 && turns <= 4);
	return 0;
}
