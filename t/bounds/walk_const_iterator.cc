// A walk along a list and a map by iterators that may not change what they stand for, so that what end() returns is converted.
// bounds: bounded 21
// bounds: bounded 27
#include <list>
#include <map>
#include <thread>

struct driver {
	virtual ~driver() {}
	virtual int start();
};

void serve(driver *driver);
static std::list<driver *> drivers;
static std::map<int, driver *> by_number;

void run()
{
	std::list<driver *>::const_iterator it;

	for (it = drivers.begin(); it != drivers.end(); it++)
		std::thread(serve, *it).detach();
}

void run_others()
{
	for (std::map<int, driver *>::const_iterator it = by_number.begin(); it != by_number.end(); ++it)
		std::thread(serve, it->second).detach();
}
