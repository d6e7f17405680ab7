#include <pthread.h>

int next_client(void);
void *serve(void *arg);
void run(void);

void run(void)
{
	pthread_t t;
	while (next_client() >= 0)
		pthread_create(&t, NULL, serve, NULL);
}
