// The cleanup handler is pushed after the semaphore was taken: between the two the thread can be cancelled.
// treadle: expect deadlock
// treadle: says "\bpermit\b"
// cause: atomicity
// says: ^main cancelled worker at .* between worker's cancellation point at .* and its cancellation at
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t permit;

static void give_back(void *arg)
{
	sem_post(arg);
}

static void *worker(void *arg)
{
	sem_wait(&permit);
	usleep(10); /* a cancellation point, too early */
	pthread_cleanup_push(give_back, &permit);
	usleep(10);
	pthread_cleanup_pop(1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	sem_init(&permit, 0, 1);
	pthread_create(&thread, NULL, worker, NULL);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	sem_wait(&permit);
	return 0;
}
