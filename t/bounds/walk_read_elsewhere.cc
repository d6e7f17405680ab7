// A walk along a list that other threads walk along as well, and one of them takes elements out, but nobody adds to it meanwhile.
// bounds: bounded 48
#include <list>
#include <mutex>
#include <thread>

struct driver {
	bool is_ready = false;

	void run();
};

struct engine {
	std::mutex lock;
	std::list<driver *> drivers;

	void add(driver *driver);
	std::list<driver *> all() { return drivers; }
	void watch();
	void start();
	void begin();
};

/* Before the first thread. */
void engine::add(driver *driver)
{
	drivers.push_back(driver);
}

void engine::watch()
{
	for (;;) {
		std::lock_guard<std::mutex> guard(lock);
		std::list<driver *>::const_iterator it;

		for (it = drivers.begin(); it != drivers.end(); it++)
			if (!(*it)->is_ready)
				break;
		if (it == drivers.end())
			drivers.clear();
	}
}

void engine::start()
{
	std::list<driver *>::const_iterator it;

	for (it = drivers.begin(); it != drivers.end(); it++)
		std::thread(&driver::run, *it).detach();
}

void engine::begin()
{
	add(new driver);
	std::thread(&engine::watch, this).detach();
	start();
}
