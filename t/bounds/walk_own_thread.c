// One thread owns the list: it adds to it now and then, but not while it walks along it.
// bounds: bounded 29
// bounds: unbounded 26
#include <pthread.h>

struct relay {
	struct relay *next;
};

static struct relay *relays;
struct relay *next_relay(void);
void *serve(void *arg);

static void update(void)
{
	struct relay *relay = next_relay(), **last = &relays;
	while (*last)
		last = &(*last)->next;
	*last = relay;
	relay->next = NULL;
}

static void *own(void *arg)
{
	pthread_t t;
	for (;;) {
		update();
		struct relay *relay = relays;
		while (relay) {
			pthread_create(&t, NULL, serve, relay);
			relay = relay->next;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, own, NULL);
	return pthread_join(t, NULL);
}
