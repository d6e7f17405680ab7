// Pattern 3: a flag that is cleared under a bounding condition.
// bounds: bounded 16
#include <pthread.h>
#include <stdbool.h>

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	bool goes_on = true;
	int n = 0;
	while (goes_on) {
		pthread_create(&t, NULL, work, NULL);
		n++;
		if (n >= 10)
			goes_on = false;
	}
}
