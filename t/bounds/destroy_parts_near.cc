// A destructor that makes another object and destroys that: there is always a next one.
// bounds: unbounded 19
#include <pthread.h>

void *work(void *arg);

static void start()
{
	pthread_t thread;

	pthread_create(&thread, nullptr, work, nullptr);
}

struct Link {
	Link *next = nullptr;

	static Link *make();

	~Link()
	{
		Link *another = make();

		start();
		delete another;
	}
};
