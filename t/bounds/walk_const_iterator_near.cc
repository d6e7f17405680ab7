// The list becomes longer meanwhile.
// bounds: unbounded 18
#include <list>
#include <thread>

struct driver {
	virtual ~driver() {}
	virtual int start();
};

void serve(driver *driver);
static std::list<driver *> drivers;

void run()
{
	std::list<driver *>::const_iterator it;

	for (it = drivers.begin(); it != drivers.end(); it++) {
		std::thread(serve, *it).detach();
		drivers.push_back(new driver);
	}
}
