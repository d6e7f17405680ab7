// Two threads do something as often as they like, and the third asks how often that was: the loops end with a choice that a search must
// come to before it has gone round for ever.
// treadle: expect assert
// treadle: says "@wrong"
// treadle: strategies random pct pos
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <treadle/treadle.h>

enum { WORKERS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg)
{
	while (!treadle_choose(2)) {
		pthread_mutex_lock(&lock);
		done++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t workers[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	pthread_mutex_lock(&lock);
	assert(done < 4); /* @wrong */
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	return 0;
}
