// A batch is created and joined in every iteration.
// bounds: alive 17
// bounds: bounded 19
#include <pthread.h>
#define BATCH 8

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t[BATCH];
	for (;;) {
		wait_for_request();
		for (int i = 0; i < BATCH; i++)
			pthread_create(&t[i], NULL, work, NULL);
		for (int i = 0; i < BATCH; i++)
			pthread_join(t[i], NULL);
	}
}
