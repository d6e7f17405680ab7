// Loops before and behind the creation are none of its loops.
// bounds: unbounded 13
#include <pthread.h>

int next_client(void);
void *work(void *arg);
void prepare(int i);
int is_waiting(void);

void run(void)
{
	pthread_t t;
	while (next_client() >= 0) {
		for (int i = 0; i < 3; i++)
			prepare(i);
		pthread_create(&t, NULL, work, NULL);
		while (is_waiting())
			prepare(0);
	}
}
