// A list that the configuration made before, and that threads only read.
// bounds: bounded 33
#include <pthread.h>
#include <stdlib.h>

struct service {
	struct service *next;
	const char *command;
};

static struct service services;
void execute(const char *command);

static void *work(void *arg)
{
	execute(((struct service *)arg)->command);
	return NULL;
}

void add_service(const char *command)
{
	struct service *service = calloc(1, sizeof *service);
	if (!service)
		abort();
	service->command = command;
	service->next = services.next;
	services.next = service;
}

int start_all(void)
{
	pthread_t t;
	for (struct service *service = services.next; service; service = service->next)
		if (service->command && pthread_create(&t, NULL, work, service))
			return 1;
	return 0;
}
