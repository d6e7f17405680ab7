// Only the two innermost loops are looked at by default.
// bounds: bounded 12
// bounds: bounded 13
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
