// A time with too many nanoseconds is refused at once; only the last eight bits of an exit status are seen.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	struct timespec limit = {.tv_sec = time(NULL) + 2, .tv_nsec = 1000000000};
	sem_t semaphore;
	sem_init(&semaphore, 0, 1);
	pthread_mutex_lock(&mutex);
	assert(pthread_cond_timedwait(&condition, &mutex, &limit) == EINVAL);
	pthread_mutex_unlock(&mutex);
	assert(pthread_rwlock_timedrdlock(&rwlock, &limit) == EINVAL);
	assert(sem_timedwait(&semaphore, &limit) == -1 && errno == EINVAL);
	return 256;
}
