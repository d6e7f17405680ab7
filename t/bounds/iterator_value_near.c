// What is asked for the next one waits for whoever comes; and hosts are added while they are gone along.
// bounds: unbounded 59
// bounds: unbounded 68
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

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
	return self->hosts->names[self->at++ % 16];
}

static void hosts_add(struct hosts *self, char *name)
{
	self->names[self->count++ % 16] = name;
}

/* as long as they come */
static char *host_next_client(struct host_iterator *self)
{
	int s = accept(self->at, NULL, NULL);
	return s == -2 ? NULL : self->hosts->names[0];
}

void *watch(void *arg);

static void start(char *name)
{
	pthread_t t;
	pthread_create(&t, NULL, watch, name);
}

void go_along(void)
{
	struct hosts hosts = { 2, { "here", "there" } };
	struct host_iterator *left = host_iterator_create(&hosts);
	char *name;

	while ((name = host_next(left))) {
		start(name);
		hosts_add(&hosts, name);
	}
}

void serve_all(struct host_iterator *it)
{
	char *name;
	while ((name = host_next_client(it)))
		start(name);
}
