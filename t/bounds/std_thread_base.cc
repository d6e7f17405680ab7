// An overriding method calls the one that it overrides, by its full name: that is no call of itself.
// bounds: bounded 33
#include <thread>

int next_order();
void serve();

struct driver {
	virtual ~driver() {}
	virtual int start() { return next_order(); }
};

struct audio_driver : driver {
	int start() override
	{
		int result = driver::start();

		if (result >= 0)
			std::thread(serve).detach();
		return result;
	}
};

struct other_driver : audio_driver {
	int start() override
	{
		return audio_driver::start();
	}
};

void run(driver *drivers[3])
{
	for (int i = 0; i < 3; i++)
		drivers[i]->start();
}
