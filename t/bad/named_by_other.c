// Both threads make a named semaphore, and each takes it for granted that it is the one whose value counts.
// treadle: expect assert
// treadle: says "open named semaphores"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

static void *make(void *value)
{
	sem_open("/treadle_named_by_other", O_CREAT, 0600, (unsigned)(uintptr_t)value);
	return NULL;
}

int main(void)
{
	pthread_t one, two;
	int value;

	pthread_create(&one, NULL, make, (void *)1);
	pthread_create(&two, NULL, make, (void *)2);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	sem_getvalue(sem_open("/treadle_named_by_other", 0), &value);
	sem_unlink("/treadle_named_by_other");
	assert(value == 1);
	return 0;
}
