// Both pointers have the same type, but a function puts each into its own field; the loop calls the harmless one.
#include <pthread.h>

struct hooks {
	void (*tick)(int number);
	void (*start)(int number);
};

void wait_a_second(void);
void *work(void *arg);
static int ticks;

static void count_tick(int number)
{
	ticks += number;
}

static void start_worker(int number)
{
	pthread_t t;
	if (number)
		pthread_create(&t, NULL, work, NULL);
}

static void put_tick(struct hooks *hooks, void (*tick)(int number))
{
	hooks->tick = tick;
}

static void put_hooks(struct hooks *hooks, void (*tick)(int number), void (*start)(int number))
{
	put_tick(hooks, tick);
	hooks->start = start;
}

void run(struct hooks *hooks)
{
	put_hooks(hooks, count_tick, start_worker);
	hooks->start(1);
	for (;;) {
		wait_a_second();
		hooks->tick(1);
	}
}
