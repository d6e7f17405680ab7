// A reader comes after the table and its lock were torn down.
// treadle: expect bad-primitive
// treadle: says "\btable_lock\b"
#include <pthread.h>

static pthread_rwlock_t table_lock;
static int table = 5;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&table_lock);
	int seen = table;
	pthread_rwlock_unlock(&table_lock);
	return seen ? arg : NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_rwlock_init(&table_lock, NULL);
	pthread_create(&thread, NULL, reader, NULL);
	pthread_rwlock_wrlock(&table_lock);
	table = 0;
	pthread_rwlock_unlock(&table_lock);
	pthread_rwlock_destroy(&table_lock);
	pthread_join(thread, NULL);
	return 0;
}
