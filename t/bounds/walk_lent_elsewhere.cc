// A walk along a list that another thread adds to meanwhile, by a reference that it was lent.
// bounds: unbounded 42
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

	std::list<driver *> &all() { return drivers; }
	void watch();
	void start();
	void begin();
};


void engine::watch()
{
	for (;;) {
		std::lock_guard<std::mutex> guard(lock);
		std::list<driver *>::const_iterator it;

		for (it = drivers.begin(); it != drivers.end(); it++)
			if (!(*it)->is_ready)
				break;
		if (it == drivers.end())
			all().push_back(new driver);
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
	all().push_back(new driver);
	std::thread(&engine::watch, this).detach();
	start();
}
