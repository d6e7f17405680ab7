// Loops that end by themselves do not count: the one that does not is the fourth.
// bounds: unbounded 14
// bounds: bounded 15
// bounds: bounded 16
// bounds: bounded 17
#include <pthread.h>

int is_wanted(int i);
void *work(void *arg);

void run(void)
{
	pthread_t t;
	for (;;)
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				for (int k = 0; k < 3; k++)
					if (is_wanted(i + j + k))
						pthread_create(&t, NULL, work, NULL);
}
