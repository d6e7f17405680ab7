// As spin.c, with the read in a function of the C++ library's header.
#include <atomic>
#include <thread>

static std::atomic<int> ready;

int main()
{
	unsigned rounds = 0;
	std::thread thread([] { ready.store(1); });

	while (!ready.load() && rounds < 2000)
		rounds++;
	thread.join();
	return 0;
}
