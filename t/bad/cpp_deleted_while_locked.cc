// The cache is dropped by its owner while a thread looks something up in it, which has only borrowed it.
// treadle: expect bad-primitive|use-after-free
// treadle: options --races off
// treadle: says "cache#1|heap#\d"
// treadle: flags -std=c++17
// cause: order|atomicity|several|unknown
// says: ^main freed heap#1 at .* before look_up could lock it at
#include <memory>
#include <mutex>
#include <thread>

struct Cache {
	std::mutex lock;
	int hits = 0;
};

static void look_up(Cache *cache)
{
	std::lock_guard guard(cache->lock);

	cache->hits++;
}

int main()
{
	auto cache = std::make_unique<Cache>();
	std::thread user(look_up, cache.get());

	cache.reset();
	user.join();
	return 0;
}
