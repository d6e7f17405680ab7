// Whether there is one is found out anew each time, by name: that one was created says nothing about the next name.
// bounds: unbounded 13
#include <pthread.h>

struct source;
struct source *find_source(int client);
int next_client(void);
void *serve(void *arg);

void run(void)
{
	pthread_t t;
	for (;;) {
		struct source *source = find_source(next_client());
		if (source == NULL)
			pthread_create(&t, NULL, serve, NULL);
	}
}
