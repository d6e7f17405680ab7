// Threads lend their variables to others, and wait until these are done with them before they end.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

struct job {
	int input, output;
	sem_t done;
	atomic_int left;
};

static void *square(void *arg)
{
	struct job *job = arg;

	job->output = job->input * job->input;
	sem_post(&job->done);
	return NULL;
}

static void *count(void *arg)
{
	struct job *job = arg;

	job->left--;
	return NULL;
}

static int wait_by_semaphore(int input)
{
	struct job job = { .input = input };
	pthread_t thread;

	sem_init(&job.done, 0, 0);
	pthread_create(&thread, NULL, square, &job);
	pthread_detach(thread);
	sem_wait(&job.done);
	return job.output;
}

static void wait_by_join(void)
{
	struct job job = { .left = 2 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count, &job);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void *lend(void *result)
{
	*(int *)result = wait_by_semaphore(3);
	wait_by_join();
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int result = 0;

	pthread_create(&thread, NULL, lend, &result);
	pthread_join(thread, NULL);
	return wait_by_semaphore(result) != 81;
}
