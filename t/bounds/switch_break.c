// This break leaves the switch, not the loop.
// bounds: unbounded 16
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
			if (++n >= most)
				break;
		}
		pthread_create(&t, NULL, work, NULL);
	}
}
