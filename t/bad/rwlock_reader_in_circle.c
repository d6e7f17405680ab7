// A writer waits for two readers, of which one waits for the writer: the other reader runs on, and it is of no use.
// treadle: expect cycle|deadlock
// treadle: says "writer waits for lock tree held by reader"
// treadle: says "waits for lock journal held by writer"
#include <pthread.h>

static pthread_rwlock_t tree = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t journal = PTHREAD_MUTEX_INITIALIZER;
static int entries, nodes;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&tree);
	pthread_mutex_lock(&journal);
	entries += nodes;
	pthread_mutex_unlock(&journal);
	pthread_rwlock_unlock(&tree);
	return arg;
}

static void *writer(void *arg)
{
	pthread_mutex_lock(&journal);
	pthread_rwlock_wrlock(&tree);
	nodes++;
	pthread_rwlock_unlock(&tree);
	pthread_mutex_unlock(&journal);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, reader, NULL);
	pthread_create(&threads[1], NULL, reader, NULL);
	pthread_create(&threads[2], NULL, writer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
