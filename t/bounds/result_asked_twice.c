// The loop ends when the result is 0 and when it is below 0; that it is neither is no contradiction.
// bounds: unbounded 27
#include <pthread.h>

int next_client(void);

static int is_busy;

static int attempt(void)
{
	if (next_client() == 7)
		return -1;
	is_busy = 0;
	return 1;
}

static void *work(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	int result;

	while (!is_busy) {
		pthread_create(&t, NULL, work, NULL);
		is_busy = 1;
		result = attempt();
		if (result == 0)
			return;
		if (result < 0)
			break;
	}
}
