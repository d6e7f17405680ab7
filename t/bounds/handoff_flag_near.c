// The loop waits until the thread has begun, but it says only then that it is there.
// bounds: unbounded 31
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;
static int is_serving;

int next_request(void);
void act(void);

static void *serve(void *arg)
{
	sem_post(&begun);
	pthread_mutex_lock(&lock);
	is_serving = 1;
	pthread_mutex_unlock(&lock);
	act();
	pthread_mutex_lock(&lock);
	is_serving = 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

void run(void)
{
	pthread_t t;

	sem_init(&begun, 0, 0);
	while (next_request() >= 0) {
		if (is_serving)
			continue;
		if (!pthread_create(&t, NULL, serve, NULL))
			sem_wait(&begun);
	}
}
