// The loop calls through a pointer of another type, which cannot be the function that creates.
#include <pthread.h>

struct hooks {
	void (*tick)(void);
	void (*start)(const char *name, int number);
};

void wait_a_second(void);
void *work(void *arg);

static void start_worker(const char *name, int number)
{
	pthread_t t;
	if (number)
		pthread_create(&t, NULL, work, (void *)name);
}

void set_up(struct hooks *hooks)
{
	hooks->start = start_worker;
	hooks->start("main", 1);
}

void run(struct hooks *hooks)
{
	for (;;) {
		wait_a_second();
		hooks->tick();
	}
}
