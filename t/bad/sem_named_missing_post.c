// The early return on the error path keeps the named semaphore.
// treadle: expect deadlock
// treadle: says "@take"
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *door;
static int closed;

static void *visit(void *arg)
{
	sem_wait(door); /* @take */
	if (closed)
		return arg; /* without sem_post */
	closed = 1;
	sem_post(door);
	return arg;
}

static void *reopen(void *arg)
{
	sem_wait(door);
	closed = 0;
	sem_post(door);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	door = sem_open("/treadle-missing-post", O_CREAT, 0600, 1);
	if (door == SEM_FAILED)
		return 0;
	sem_unlink("/treadle-missing-post");
	pthread_create(&threads[0], NULL, visit, NULL);
	pthread_create(&threads[1], NULL, reopen, NULL);
	pthread_create(&threads[2], NULL, visit, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	sem_close(door);
	return 0;
}
