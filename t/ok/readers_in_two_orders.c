// Two read-write locks are taken for reading in two orders; nobody writes before both readers have ended.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t users_lock = PTHREAD_RWLOCK_INITIALIZER, groups_lock = PTHREAD_RWLOCK_INITIALIZER;
static int users = 2, groups = 1;

static void *count_users_first(void *arg)
{
	pthread_rwlock_rdlock(&users_lock);
	pthread_rwlock_rdlock(&groups_lock);
	assert(users + groups >= 3);
	pthread_rwlock_unlock(&groups_lock);
	pthread_rwlock_unlock(&users_lock);
	return arg;
}

static void *count_groups_first(void *arg)
{
	pthread_rwlock_rdlock(&groups_lock);
	pthread_rwlock_rdlock(&users_lock);
	assert(users + groups >= 3);
	pthread_rwlock_unlock(&users_lock);
	pthread_rwlock_unlock(&groups_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count_users_first, NULL);
	pthread_create(&b, NULL, count_groups_first, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_rwlock_wrlock(&users_lock);
	users++;
	pthread_rwlock_unlock(&users_lock);
	return 0;
}
