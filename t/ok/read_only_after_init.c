// Everybody reads what nobody writes once the threads are there, through a pointer that is set with them.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct settings {
	char name[8];
	int level;
	const struct settings *parent;
};

static struct settings defaults, settings;
static const struct settings *current = &defaults;

static int level(const struct settings *from)
{
	while (from->level == 0)
		from = from->parent;
	return from->level;
}

static void *look(void *arg)
{
	struct settings copy = *current;

	assert(level(current) == 3 && strlen(current->name) == 5 && !strcmp(copy.name, "mine."));
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	defaults.level = 3;
	strcpy(settings.name, "mine.");
	settings.parent = &defaults;
	current = &settings;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, look, NULL);
	look(NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
