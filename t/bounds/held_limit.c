// The limit is raised by a function that is kept in a list, and called from there before the loop begins and never again.
// bounds: bounded 43
#include <pthread.h>
#include <stdlib.h>

struct plugin {
	struct plugin *next;
	void (*configure)(void);
};

void *work(void *arg);
static struct plugin *plugins;
static int limit;

static void configure_more(void)
{
	limit++;
}

static void keep(void (*configure)(void))
{
	struct plugin *plugin = calloc(1, sizeof *plugin);

	if (!plugin)
		abort();
	plugin->configure = configure;
	plugin->next = plugins;
	plugins = plugin;
}

static void configure_all(void)
{
	for (struct plugin *plugin = plugins; plugin; plugin = plugin->next)
		plugin->configure();
}

void run(void)
{
	pthread_t t;

	keep(configure_more);
	configure_all();
	for (int i = 0; i < limit; i++)
		pthread_create(&t, NULL, work, NULL);
}
