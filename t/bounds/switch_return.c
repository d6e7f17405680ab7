// A case that leaves the function under a bounding condition.
// bounds: bounded 16
#include <pthread.h>

int next_command(void);

static void *work(void *arg)
{
	return arg;
}

int run(int most)
{
	pthread_t t;
	int n = 0;
	for (;;) {
		switch (next_command()) {
		case 'n':
			if (n >= most)
				return n;
			n++;
			pthread_create(&t, NULL, work, NULL);
			break;
		default:
			break;
		}
	}
}
