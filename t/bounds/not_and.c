// A negated conjunction is a disjunction, and a break under a conjunction may never come.
// bounds: unbounded 16
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
		if (is_closing() && n >= most)
			break;
		pthread_create(&t, NULL, work, NULL);
		n++;
	}
}
