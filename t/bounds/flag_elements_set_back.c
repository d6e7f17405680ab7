// The loop forgets that a service runs.
// bounds: unbounded 46
// bounds: bounded 49
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

static void forget(struct service *service)
{
	service->is_running = 0;
}

void supervise(void)
{
	for (int i = 0; i < 5; i++)
		add_service();
	for (;;) {
		if (next_event() > 0)
			forget(services);
		for (struct service *service = services; service; service = service->next)
			check_service(service);
	}
}
