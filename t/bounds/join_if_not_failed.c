// The variable that keeps the outcome of the creation says whether there is a thread to wait for.
// bounds: alive 35
// bounds: alive 49
#include <pthread.h>
#include <stdlib.h>

struct device {
	pthread_t thread;
	int not_started;
};

int next_event(void);
int is_open(void);
struct device *open_device(void);
void *serve(void *arg);

static void configure(struct device *device)
{
	if (device->not_started)
		device->not_started = pthread_create(&device->thread, NULL, serve, device);
}

static void unplug(struct device *device)
{
	if (!device->not_started) {
		pthread_join(device->thread, NULL);
		device->not_started = 1;
	}
}

static void handle(struct device *device)
{
	int event;

	while ((event = next_event())) {
		if (event > 99 && device->not_started)
			device->not_started = pthread_create(&device->thread, NULL, serve, device);
		else if (event % 2)
			configure(device);
		else
			unplug(device);
	}
}

void run(void)
{
	struct device *device;

	do {
		device = open_device();
		device->not_started = 1;
		handle(device);
		unplug(device);
	} while (is_open());
}
