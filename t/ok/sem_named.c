// A named semaphore opened twice is one semaphore, and is closed and unlinked.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int shared;

static void *add(void *arg)
{
	sem_t *gate = arg;

	sem_wait(gate);
	shared++;
	sem_post(gate);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	sem_t *one = sem_open("/treadle-ok-named", O_CREAT, 0600, 1);
	sem_t *two = sem_open("/treadle-ok-named", 0);

	assert(one != SEM_FAILED && two == one);
	pthread_create(&a, NULL, add, one);
	pthread_create(&b, NULL, add, two);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(shared == 2);
	sem_close(one);
	sem_close(two);
	assert(sem_unlink("/treadle-ok-named") == 0);
	return 0;
}
