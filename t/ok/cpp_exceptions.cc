// Exceptions thrown and caught in two threads at once, with locks released on the way.
// treadle: needs g++
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int caught;

static void risky(int depth)
{
	std::lock_guard<std::mutex> held(lock);

	if (depth)
		throw std::out_of_range("deep");
}

static void work()
{
	try {
		risky(1);
	} catch (const std::out_of_range &) {
		std::lock_guard<std::mutex> held(lock);
		caught++;
	}
}

int main()
{
	std::thread a(work), b(work);

	a.join();
	b.join();
	assert(caught == 2);
	return 0;
}
