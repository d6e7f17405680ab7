// A table without names of fields: what stands at the place of "open" is not called where "check" is.
// bounds: unbounded 36
#include <pthread.h>

struct peer {
	int kind;
};

struct handlers {
	const char *name;
	int (*open)(struct peer *peer);
	int (*check)(struct peer *peer);
};

void *serve(void *arg);
int is_alive(struct peer *peer);
int next_number(void);

static int open_served(struct peer *peer)
{
	pthread_t t;
	return pthread_create(&t, NULL, serve, peer);
}

static int open_nothing(struct peer *peer)
{
	return peer->kind;
}

static const struct handlers table[] = { { "nothing", open_nothing, is_alive }, { "served", open_served, is_alive } };

void check_all(struct peer *peer)
{
	while (table[peer->kind & 1].check(peer))
		;
	for (;;)
		if (next_number() > 0)
			table[peer->kind & 1].open(peer);
}
