// A function takes the variable on along a list: called by its name, and through a table of functions.
// bounds: bounded 40
// bounds: bounded 50
#include <pthread.h>
#include <stddef.h>

struct module {
	struct module *later;
	int type;
	pthread_t thread;
};

struct list {
	struct module *first;
};

struct functions {
	struct module *(*of_type)(struct list *list, struct module *module, int type);
};

void *run_module(void *module);

static struct module *find(struct list *list, struct module *module, int type)
{
	if (module == NULL)
		module = list->first;
	else
		module = module->later;
	while (module != NULL && module->type != type)
		module = module->later;
	return module;
}

static const struct functions functions = { .of_type = find };

void run_all(struct list *list)
{
	struct module *module = find(list, NULL, 3);

	while (module != NULL) {
		pthread_create(&module->thread, NULL, run_module, module);
		module = find(list, module, 3);
	}
}

void run_others(struct list *list)
{
	struct module *module;

	for (module = functions.of_type(list, NULL, 4); module; module = functions.of_type(list, module, 4))
		pthread_create(&module->thread, NULL, run_module, module);
}
