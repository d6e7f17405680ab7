// The initialiser of a static takes a lock that others hold when they come to the static.
// treadle: expect deadlock|cycle|self-deadlock
// treadle: needs g++
// treadle: says "\bconfiguration_lock\b"
#include <mutex>
#include <thread>

static std::mutex configuration_lock;

static int read_configuration()
{
	std::lock_guard<std::mutex> guard(configuration_lock);
	return 3;
}

static int limit()
{
	static int value = read_configuration();
	return value;
}

static void reload()
{
	std::lock_guard<std::mutex> guard(configuration_lock);
	limit();
}

int main()
{
	std::thread a([] { limit(); });
	std::thread b(reload);
	a.join();
	b.join();
}
