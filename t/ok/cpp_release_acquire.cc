// std::atomic with release and acquire publishes an object; a shared mutex protects the rest.
// treadle: needs g++
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Config {
	int port = 0;
	int timeout = 0;
};

static std::atomic<Config *> current { nullptr };
static std::shared_mutex lock;
static int lookups, version;

static void publish()
{
	Config *config = new Config;

	config->port = 80;
	config->timeout = 5;
	current.store(config, std::memory_order_release);
	std::unique_lock<std::shared_mutex> held(lock);
	version = 1;
}

static void look()
{
	if (const Config *config = current.load(std::memory_order_acquire))
		assert(config->port == 80 && config->timeout == 5);
	std::shared_lock<std::shared_mutex> held(lock);
	assert(version == 0 || version == 1);
}

int main()
{
	std::thread a(publish), b(look);

	{
		std::unique_lock<std::shared_mutex> held(lock);
		lookups++;
	}
	a.join();
	b.join();
	assert(lookups == 1 && version == 1);
	std::unique_ptr<Config> last(current.load());
	return 0;
}
