// The same, but now and then it begins again, or the element stays the same.
// bounds: unbounded 19
// bounds: unbounded 24
#include <pthread.h>

struct service {
	const char *name;
	int port;
};

extern struct service services[];
int is_asked(void);
void *serve(void *arg);

void serve_all(struct service *one)
{
	pthread_t t;

	for (struct service *at = services; at->name != NULL; at++) {
		pthread_create(&t, NULL, serve, at);
		if (is_asked())
			at = services;
	}
	while (one->name)
		pthread_create(&t, NULL, serve, one);
}
