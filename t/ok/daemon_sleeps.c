// A detached thread that works now and then, for ever, and ends with the program.
#include <pthread.h>
#include <unistd.h>

static void *tick(void *unused)
{
	(void)unused;
	for (;;)
		sleep(1);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, tick, NULL);
	pthread_detach(thread);
	return 0;
}
