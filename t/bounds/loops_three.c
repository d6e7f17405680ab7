// Of loops that have no limit only the two innermost are looked at by default.
// bounds: unbounded 13
// bounds: unbounded 14
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
