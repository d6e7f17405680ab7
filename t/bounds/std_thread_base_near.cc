// An overriding method calls another object's method by the name that it overrides itself: that may be a call of itself.
// bounds: unbounded 16
#include <thread>

int next_order();
void serve();

struct driver {
	virtual ~driver() {}
	virtual int start() { return next_order(); }
};

struct audio_driver : driver {
	driver *next;

	int start() override
	{
		int result = next->start();

		if (result >= 0)
			std::thread(serve).detach();
		return result;
	}
};
