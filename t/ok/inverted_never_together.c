// The other order is used only before the threads begin and after they have ended.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER, ids_lock = PTHREAD_MUTEX_INITIALIZER;
static int names, ids;

static void start_or_stop(int change)
{
	pthread_mutex_lock(&ids_lock);
	pthread_mutex_lock(&names_lock);
	ids += change;
	names += change;
	pthread_mutex_unlock(&names_lock);
	pthread_mutex_unlock(&ids_lock);
}

static void *enter(void *arg)
{
	pthread_mutex_lock(&names_lock);
	pthread_mutex_lock(&ids_lock);
	names++;
	ids++;
	pthread_mutex_unlock(&ids_lock);
	pthread_mutex_unlock(&names_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	start_or_stop(1);
	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	start_or_stop(-1);
	assert(names == 2 && ids == 2);
	return 0;
}
