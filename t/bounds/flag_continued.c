// The flag is cleared in every round, but for those that go on before that.
// bounds: unbounded 14
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

void run(void)
{
	pthread_t thread;
	int again = next_order();
	int order;

	while (again) {
		order = next_order();
		pthread_create(&thread, NULL, serve, NULL);
		if (order != 0)
			continue;
		else
			again = 0;
		next_order();
		again = 0;
	}
}
