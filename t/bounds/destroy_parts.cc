// Destructors that destroy the next one: as many as there are in the chain.
// bounds: bounded 24
// bounds: bounded 34
#include <pthread.h>

void *work(void *arg);

struct Base {
	virtual ~Base()
	{
	}
};

static void start()
{
	pthread_t thread;

	pthread_create(&thread, nullptr, work, nullptr);
}

struct Proxy : Base {
	Base *child = nullptr;

	~Proxy() override
	{
		start();
		delete child;
	}
};

struct Link {
	Link *next = nullptr;

	~Link()
	{
		start();
		delete next;
	}
};
