// A pool of fixed size: clients are put into a queue, threads are only created at the start.
// bounds: bounded 21
#include <pthread.h>
#define WORKERS 8

int next_client(void);
void put(int client);
int take(void);
void serve(int client);

static void *work(void *arg)
{
	for (;;)
		serve(take());
	return arg;
}

int main(void)
{
	pthread_t t[WORKERS];
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (;;)
		put(next_client());
}
