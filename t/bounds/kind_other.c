// A thread asks what kind it is: a client starts a server, a server starts nothing.
// bounds: bounded 24
#include <pthread.h>
#include <stdlib.h>

enum kind { SERVER, CLIENT };

struct settings {
	enum kind kind;
	int port;
};

static struct settings first = { CLIENT, 1 };

void act(void);
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
	settings->port++;
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
	return NULL;
}

int main(void)
{
	start(&first);
	return 0;
}
