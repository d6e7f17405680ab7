// An iterator hands out one element after the other, and nothing at the end.
// bounds: bounded 45
#include <pthread.h>
#include <stdlib.h>

struct hosts {
	int count;
	char *names[16];
};

struct host_iterator {
	struct hosts *hosts;
	int at;
};

static struct host_iterator *host_iterator_create(struct hosts *hosts)
{
	struct host_iterator *self = malloc(sizeof *self);
	self->hosts = hosts;
	self->at = 0;
	return self;
}

static char *host_next(struct host_iterator *self)
{
	if (self->at >= self->hosts->count)
		return NULL;
	return self->hosts->names[self->at++];
}

void *watch(void *arg);

static void start(char *name)
{
	pthread_t t;
	pthread_create(&t, NULL, watch, name);
}

int main(void)
{
	struct hosts hosts = { 2, { "here", "there" } };
	struct host_iterator *hosts_left = host_iterator_create(&hosts);
	char *name;

	while ((name = host_next(hosts_left)))
		start(name);
	free(hosts_left);
	return 0;
}
