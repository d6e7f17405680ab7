// The flag that is set is not the one that was asked about.
// bounds: unbounded 30
// bounds: unbounded 41
// bounds: unbounded 55
// bounds: unbounded 69
#include <pthread.h>
#include <unistd.h>

struct slot {
	int is_taken;
};

static void *work(void *arg)
{
	return arg;
}

static void start(struct slot *asked, struct slot *set)
{
	pthread_t thread;

	if (!asked->is_taken) {
		pthread_create(&thread, NULL, work, NULL);
		set->is_taken = 1;
	}
}

void handed_on(struct slot *first, struct slot *second)
{
	for (;;) {
		start(first, second);
		sleep(1);
	}
}

void variables(void)
{
	struct slot first = { 0 }, second = { 0 };
	pthread_t thread;

	for (;;) {
		if (!first.is_taken) {
			pthread_create(&thread, NULL, work, NULL);
			second.is_taken = 1;
		}
		sleep(second.is_taken);
	}
}

void places(void)
{
	struct slot slots[4] = { { 0 } };
	pthread_t thread;

	for (;;) {
		if (!slots[0].is_taken) {
			pthread_create(&thread, NULL, work, NULL);
			slots[1].is_taken = 1;
		}
		sleep(slots[1].is_taken);
	}
}

void elements(void)
{
	int is_taken[4] = { 0 }, from = 1, to = 2;
	pthread_t thread;

	for (;;) {
		if (!is_taken[from]) {
			pthread_create(&thread, NULL, work, NULL);
			is_taken[to] = 1;
		}
		sleep(is_taken[to]);
	}
}
