// Whoever is started adds others, and each of them is started.
// bounds: unbounded 47
// bounds: bounded 49
#include <pthread.h>
#include <stdlib.h>

struct service {
	struct service *next;
	int is_running;
};

static struct service *services;

int next_event(void);

static void add_service(void)
{
	struct service *service = calloc(1, sizeof *service);

	if (!service)
		abort();
	service->next = services;
	services = service;
}

static void *serve(void *arg)
{
	add_service();
	add_service();
	return arg;
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
		next_event();
		for (struct service *service = services; service; service = service->next)
			check_service(service);
	}
}
