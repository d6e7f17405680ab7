// std::call_once, std::shared_mutex, function-local statics and std::shared_ptr.
// treadle: needs g++
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

static std::once_flag once;
static std::atomic<int> initialisations, constructions;
static std::shared_mutex lock;
static std::shared_ptr<std::string> text = std::make_shared<std::string>("old");

struct registry {
	registry() { constructions++; }
	int value = 4;
};

static registry &the_registry()
{
	static registry instance;
	return instance;
}

static void reader()
{
	std::call_once(once, [] { initialisations++; });
	assert(the_registry().value == 4);
	std::shared_lock<std::shared_mutex> held(lock);
	std::shared_ptr<std::string> mine = text;
	held.unlock();
	assert(mine->size() == 3);
}

static void writer()
{
	std::call_once(once, [] { initialisations++; });
	assert(the_registry().value == 4);
	std::unique_lock<std::shared_mutex> held(lock);
	text = std::make_shared<std::string>("new");
}

int main()
{
	std::thread a(reader), b(writer);

	a.join();
	b.join();
	assert(initialisations == 1 && constructions == 1);
	return 0;
}
