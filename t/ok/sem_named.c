// A named semaphore opened twice is one semaphore, and is closed and unlinked; of two threads that want to make it one does.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static int shared;

static void *add(void *arg)
{
	sem_t *gate = arg;

	sem_wait(gate);
	shared++;
	sem_post(gate);
	return NULL;
}

static void *make(void *arg)
{
	sem_t *made = sem_open("/treadle-ok-made", O_CREAT | O_EXCL, 0600, 0);

	if (made != SEM_FAILED) {
		*(int *)arg = 1;
		sem_post(made);
	} else {
		assert(errno == EEXIST);
		sem_wait(sem_open("treadle-ok-made", 0));
	}
	return NULL;
}

static void both_make(void)
{
	pthread_t a, b;
	int by_a = 0, by_b = 0;
	char name[NAME_MAX + 2] = "/";

	pthread_create(&a, NULL, make, &by_a);
	pthread_create(&b, NULL, make, &by_b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(by_a + by_b == 1);
	assert(sem_unlink("/treadle-ok-made") == 0 && sem_unlink("/treadle-ok-made") == -1 && errno == ENOENT);
	assert(sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
	memset(name + 1, 'x', sizeof name - 2);
	assert(sem_open(name, O_CREAT, 0600, 1) == SEM_FAILED && errno == ENAMETOOLONG);
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
	both_make();
	return 0;
}
