// Loops that are done a fixed number of times do not count as nested ones: the outermost is looked at as well.
// bounds: unbounded 12
// bounds: bounded 13
// bounds: bounded 14
#include <pthread.h>

void *work(void *arg);

void run(void)
{
	pthread_t t;
	for (;;) {
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				pthread_create(&t, NULL, work, NULL);
	}
}
