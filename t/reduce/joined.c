// Threads that are alike, but main looks at what the first one has done before it joins the second.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int counted(int more)
{
	pthread_mutex_lock(&lock);
	int now = count += more;
	pthread_mutex_unlock(&lock);
	return now;
}

static void *come(void *arg)
{
	counted(1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, come, NULL);
	pthread_create(&b, NULL, come, NULL);
	pthread_join(b, NULL);
	int seen = counted(0);
	pthread_join(a, NULL);
	assert(seen == 2);
	return 0;
}
