// What is to be done afterwards is kept until the thread has been waited for: it does not run in the thread.
// bounds: bounded 41
#include <pthread.h>
#include <stdlib.h>

struct question {
	pthread_t thread;
	void (*handler)(struct question *self);
};

static struct question *asked;

static void *find_out(void *arg)
{
	return arg;
}

static void ask(void (*handler)(struct question *self))
{
	struct question *self = malloc(sizeof *self);
	self->handler = handler;
	pthread_create(&self->thread, NULL, find_out, self);
	asked = self;
}

static void answered(struct question *self)
{
	free(self);
	ask(answered);
}

static void finish(struct question *self)
{
	pthread_join(self->thread, NULL);
	self->handler(self);
}

int main(void)
{
	ask(answered);
	for (int i = 0; i < 3; i++)
		finish(asked);
	return 0;
}
