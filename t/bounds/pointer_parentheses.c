// A function that is called by name, in parentheses, has its address nowhere: the pointer of the plugins does not mean it.
// bounds: bounded 20
#include <pthread.h>

struct plugin {
	int (*configure)(char *file);
};

int is_asked(void);
int (*find(struct plugin *plugin))(char *file);
void *run(void *arg);

static int start(char *file)
{
	pthread_t t;

	/* once for each of
	 * two
	 */
	for (int i = 0; i < 2; i++)
		pthread_create(&t, NULL, run, file);
	return 0;
}

int start_once(char *file)
{
	return (start)(file);
}

void load(struct plugin *plugin)
{
	while (is_asked()) {
		plugin->configure = find(plugin);
		plugin->configure("plugin.conf");
	}
}
