// A client starts a server, and each thread the next one when it ends: a server whose next one is a client starts a client.
// bounds: unbounded 25
#include <pthread.h>
#include <stdlib.h>

enum kind { SERVER, CLIENT };

struct settings {
	enum kind kind;
	struct settings *next;
};

static struct settings first = { CLIENT, NULL };

void act(void);
struct settings *find_settings(void);
static void *run(void *arg);

static void copy(const struct settings *from, struct settings **into)
{
	*into = malloc(sizeof **into);
	**into = *from;
}

static void start(struct settings *settings)
{
	pthread_t t;

	pthread_create(&t, NULL, run, settings);
}

static void serve(struct settings *settings)
{
	(void)settings;
	act();
}

static void call(struct settings *settings)
{
	struct settings *other;

	copy(settings, &other);
	other->kind = SERVER;
	start(other);
	act();
}

static void *run(void *arg)
{
	struct settings *settings = arg;

	switch (settings->kind) {
	case SERVER:
		serve(settings);
		break;
	case CLIENT:
		call(settings);
		break;
	}
	if (settings->next)
		start(settings->next);
	return NULL;
}

int main(void)
{
	first.next = find_settings();
	start(&first);
	return 0;
}
