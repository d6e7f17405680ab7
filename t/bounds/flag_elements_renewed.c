// Every service of the configuration is started again when it has ended.
// bounds: alive 50
// bounds: bounded 52
#include <pthread.h>
#include <stdlib.h>

struct service {
	struct service *next;
	int is_running;
};

static struct service *services;

int next_event(void);
void act(void);

static void *serve(void *arg)
{
	struct service *service = arg;

	act();
	service->is_running = 0;
	return NULL;
}

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
		next_event();
		for (struct service *service = services; service; service = service->next)
			check_service(service);
	}
}
