// All four loops end by themselves.
// bounds: bounded 14
// bounds: bounded 15
// bounds: bounded 16
// bounds: bounded 17
#include <pthread.h>

int is_wanted(int i);
void *work(void *arg);

void run(void)
{
	pthread_t t;
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				for (int k = 0; k < 3; k++)
					if (is_wanted(i + j + k))
						pthread_create(&t, NULL, work, NULL);
}
