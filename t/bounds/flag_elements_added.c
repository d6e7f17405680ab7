// Every client is looked at again and again, and served if it has not been; the loop adds clients.
// bounds: unbounded 41
// bounds: bounded 44
#include <pthread.h>
#include <stdlib.h>

struct service {
	struct service *next;
	int is_running;
};

static struct service *services;

int next_event(void);
void *serve(void *arg);

static void add_service(void)
{
	struct service *service = calloc(1, sizeof *service);

	if (!service)
		abort();
	service->next = services;
	services = service;
}

static void check_service(struct service *service)
{
	pthread_t t;

	if (service->is_running)
		return;
	service->is_running = 1;
	pthread_create(&t, NULL, serve, service);
}

void supervise(void)
{
	for (int i = 0; i < 5; i++)
		add_service();
	for (;;) {
		if (next_event() > 0)
			add_service();
		for (struct service *service = services; service; service = service->next)
			check_service(service);
	}
}
