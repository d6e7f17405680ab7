// A walk along a list that another thread adds to meanwhile.
// bounds: unbounded 47
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
	void watch();
	void start();
	void begin();
};

/* At any time. */
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
			add(new driver);
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
