// A negated disjunction is a conjunction.
// bounds: bounded 16
#include <pthread.h>

int is_closing(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		if (!(is_closing() || n >= most)) {
			pthread_create(&t, NULL, work, NULL);
			n++;
		}
	}
}
