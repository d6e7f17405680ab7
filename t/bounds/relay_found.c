// A thread starts another one when it has done its work, as long as there is something to do: it may never end.
// bounds: unbounded 14
#include <pthread.h>

struct job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;

struct job *find_job(void);
void act(void);

static void *work(void *arg)
{
	struct job *next;
	pthread_t t;

	act();
	next = find_job();
	if (next)
		pthread_create(&t, NULL, work, next);
	pthread_mutex_lock(&lock);
	done++;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	return 0;
}
