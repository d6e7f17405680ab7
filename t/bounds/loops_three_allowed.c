// The third as well, if one asks for it.
// bounds: options --loops 3
// bounds: unbounded 14
// bounds: unbounded 15
// bounds: unbounded 16
#include <pthread.h>

void *work(void *arg);
int next_number(void);

void run(void)
{
	pthread_t t;
	for (;;) {
		while (next_number() > 0)
			while (next_number() > 1)
				pthread_create(&t, NULL, work, NULL);
	}
}
