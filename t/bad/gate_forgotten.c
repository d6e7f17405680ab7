// A gate makes two orders of two locks harmless, but one of those that go through forgets it.
// treadle: expect deadlock|cycle
// treadle: says "@second"
// treadle: says "\bcolumn_lock\b"
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t row_lock = PTHREAD_MUTEX_INITIALIZER, column_lock = PTHREAD_MUTEX_INITIALIZER;
static int cell;

static void *by_row(void *arg)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&row_lock);
	pthread_mutex_lock(&column_lock);
	cell++;
	pthread_mutex_unlock(&column_lock);
	pthread_mutex_unlock(&row_lock);
	pthread_mutex_unlock(&gate);
	return arg;
}

static void *by_column(void *arg)
{
	pthread_mutex_lock(&column_lock);
	pthread_mutex_lock(&row_lock); /* @second */
	cell++;
	pthread_mutex_unlock(&row_lock);
	pthread_mutex_unlock(&column_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, by_row, NULL);
	pthread_create(&b, NULL, by_column, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
