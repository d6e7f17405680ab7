// Workers that wait for work, for bytes and for the time to pass are cancelled and joined; what they hold they give back.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t work;
static int bytes[2];

static void *wait_for_work(void *arg)
{
	void *block = malloc(16);

	pthread_cleanup_push(free, block);
	sem_wait(&work);
	pthread_cleanup_pop(1);
	return arg;
}

static void *wait_for_bytes(void *arg)
{
	char byte;

	while (read(bytes[0], &byte, 1) == 1)
		;
	return arg;
}

static void *tick(void *arg)
{
	for (;;)
		sleep(1);
	return arg;
}

static void stop(pthread_t thread)
{
	void *result;

	assert(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0);
	assert(result == PTHREAD_CANCELED);
}

int main(void)
{
	pthread_t workers[3];

	assert(sem_init(&work, 0, 0) == 0 && pipe(bytes) == 0);
	pthread_create(&workers[0], NULL, wait_for_work, NULL);
	pthread_create(&workers[1], NULL, wait_for_bytes, NULL);
	pthread_create(&workers[2], NULL, tick, NULL);
	assert(write(bytes[1], "x", 1) == 1);
	for (int i = 0; i < 3; i++)
		stop(workers[i]);
	return 0;
}
