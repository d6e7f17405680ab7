// What is kept is called in the thread.
// bounds: unbounded 21
#include <pthread.h>
#include <stdlib.h>

struct question {
	pthread_t thread;
	void (*handler)(struct question *self);
};

static void *find_out(void *arg);
void act(void);

static void ask(void (*handler)(struct question *self))
{
	struct question *self = malloc(sizeof *self);
	self->handler = handler;
	pthread_create(&self->thread, NULL, find_out, self);
}

static void answered(struct question *self)
{
	free(self);
	ask(answered);
}

static void *find_out(void *arg)
{
	struct question *self = arg;
	self->handler(self);
	act();
	return NULL;
}

int main(void)
{
	ask(answered);
	return 0;
}
