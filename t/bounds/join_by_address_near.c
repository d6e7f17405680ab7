// The function that is given the place waits only now and then.
// bounds: unbounded 46
#include <pthread.h>
#include <stdlib.h>

struct connection {
	pthread_t receiver;
};

int next_peer(void);
void trace(const char *what);

static void *receive(void *arg)
{
	return arg;
}

static int end_thread(pthread_t *thread)
{
	void *result;

	if (!thread)
		return -1;
	if (*thread == (pthread_t)0)
		return 0;
	pthread_cancel(*thread);
	if (next_peer() > 4)
		return 0;
	if (pthread_join(*thread, &result) != 0)
		return -1;
	*thread = (pthread_t)0;
	return 0;
}

static void destroy(struct connection *c)
{
	if (end_thread(&c->receiver) != 0)
		trace("it has ended already");
	free(c);
}

int main(void)
{
	struct connection *c;

	while (next_peer() > 2) {
		c = calloc(1, sizeof *c);
		pthread_create(&c->receiver, NULL, receive, c);
		if (next_peer() > 3) {
			destroy(c);
			continue;
		}
		trace("a peer");
		destroy(c);
	}
	return 0;
}
