// The third as well, if one asks for it.
// bounds: options --loops 3
// bounds: unbounded 13
// bounds: bounded 14
// bounds: bounded 15
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
