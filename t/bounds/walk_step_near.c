// Functions that may return what they were given, begin again at the end, or take on along a list that the loop makes longer.
// bounds: unbounded 49
// bounds: unbounded 59
// bounds: unbounded 67
#include <pthread.h>
#include <stdlib.h>

struct module {
	struct module *later;
	int type;
	pthread_t thread;
};

struct list {
	struct module *first;
};

void *run_module(void *module);

static struct module *find_same(struct list *list, struct module *module, int type)
{
	if (module == NULL)
		module = list->first;
	while (module != NULL && module->type != type)
		module = module->later;
	return module;
}

static struct module *find_again(struct list *list, struct module *module, int type)
{
	module = module->later;
	if (type > 3)
		module = list->first;
	return module;
}

static struct module *find(struct module *module, int type)
{
	module = module->later;
	while (module != NULL && module->type != type)
		module = module->later;
	return module;
}

void run_same(struct list *list)
{
	struct module *module = find_same(list, NULL, 3);

	while (module != NULL) {
		pthread_create(&module->thread, NULL, run_module, module);
		module = find_same(list, module, 3);
	}
}

void run_again(struct list *list)
{
	struct module *module;

	for (module = list->first; module; module = find_again(list, module, 4))
		pthread_create(&module->thread, NULL, run_module, module);
}

void run_more(struct list *list)
{
	struct module *module, *last = list->first;

	for (module = list->first; module; module = find(module, 4)) {
		pthread_create(&module->thread, NULL, run_module, module);
		last->later = calloc(1, sizeof *last);
		last = last->later;
	}
}
