// Nearly the same: the variable is set back by one of the events, although nobody has waited; the other asks whether it has failed.
// bounds: unbounded 33
// bounds: unbounded 44
// bounds: unbounded 58
#include <pthread.h>
#include <stdlib.h>

struct device {
	pthread_t thread;
	int not_started;
};

int next_event(void);
struct device *open_device(void);
void *serve(void *arg);

static void configure(struct device *device)
{
	if (device->not_started)
		device->not_started = pthread_create(&device->thread, NULL, serve, device);
}

static void unplug(struct device *device)
{
	if (!device->not_started)
		pthread_join(device->thread, NULL);
}

static void handle(struct device *device)
{
	int event;

	while ((event = next_event()))
		if (event > 0)
			configure(device);
		else
			device->not_started = 1;
}

void run(void)
{
	struct device *device;

	do {
		device = open_device();
		device->not_started = 1;
		handle(device);
		unplug(device);
	} while (next_event());
}

static int has_failed;

void start_more(void)
{
	pthread_t thread;

	for (;;) {
		next_event();
		if (!has_failed)
			has_failed = pthread_create(&thread, NULL, serve, NULL);
	}
}
