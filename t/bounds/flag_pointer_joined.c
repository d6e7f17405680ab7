// One at a time: the pointer tells who is looked up, and is cleared behind the wait for the thread.
// bounds: alive 41
#include <pthread.h>
#include <stddef.h>

struct peer {
	const char *name;
};

int next_number(void);
void *look_up(void *arg);
static struct peer *active;
static pthread_t worker;

static void probe(struct peer *peer)
{
	if (active != NULL || peer->name == NULL)
		return;
	active = peer;
	if (pthread_create(&worker, NULL, look_up, peer))
		active = NULL;
}

static void answer(void)
{
	if (!active)
		return;
	pthread_join(worker, NULL);
	if (next_number() > 1) {
		active = NULL;
		return;
	}
	active = NULL;
}

void run(void)
{
	static struct peer peer = { "here" };

	/* one after the other */
	for (;;) {
		probe(&peer);
		if (next_number() > 0)
			answer();
	}
}
