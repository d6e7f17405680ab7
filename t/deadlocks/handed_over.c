/* Two locks in two orders, but a semaphore hands over from one thread to the other, which a prediction does not know. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static sem_t handed_over;
static int count;

static void *first(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	count++;
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	sem_post(&handed_over);
	return arg;
}

static void *second(void *arg)
{
	sem_wait(&handed_over);
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	count++;
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&handed_over, 0, 0);
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
