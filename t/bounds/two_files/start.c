#include <pthread.h>

void *serve(void *arg);
int start_thread(int client);

int start_thread(int client)
{
	pthread_t t;
	return client ? pthread_create(&t, NULL, serve, NULL) : 0;
}
