// A recursive lock taken twice and given back once stays with a thread that is gone.
// treadle: expect deadlock|cycle
// treadle: says "\btree_lock\b"
#include <pthread.h>

static pthread_mutex_t tree_lock;
static int depth;

static void *insert(void *arg)
{
	pthread_mutex_lock(&tree_lock);
	if (++depth == 2)
		pthread_mutex_lock(&tree_lock); /* rebalance, and forget */
	pthread_mutex_unlock(&tree_lock);
	return arg;
}

static void *shrink(void *arg)
{
	pthread_mutex_lock(&tree_lock);
	depth = 0;
	pthread_mutex_unlock(&tree_lock);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_t threads[3];

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&tree_lock, &kind);
	pthread_create(&threads[0], NULL, insert, NULL);
	pthread_create(&threads[1], NULL, shrink, NULL);
	pthread_create(&threads[2], NULL, insert, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	pthread_mutex_lock(&tree_lock);
	pthread_mutex_unlock(&tree_lock);
	return 0;
}
