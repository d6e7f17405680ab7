// A primitive whose memory an initialiser, a memset or a copy has overwritten is a new one, even if the old one was left
// locked.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>

struct account {
	pthread_mutex_t lock;
	pthread_rwlock_t table_lock;
	long balance;
};

static const struct account empty = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, 0};
static struct account account;
static pthread_mutex_t hand_over_lock = PTHREAD_MUTEX_INITIALIZER;
static struct account *handed_over;

static void leave_local_locked(int kind)
{
	pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

	assert(pthread_mutex_lock(&normal) == 0);
	assert(pthread_mutex_lock(&checked) == 0);
	assert(pthread_mutex_trylock(&recursive) == 0);
	assert(pthread_mutex_trylock(&recursive) == 0);
	assert(kind ? pthread_rwlock_wrlock(&shared) == 0 : pthread_rwlock_rdlock(&shared) == 0);
}

static void leave_inited_locked(void)
{
	pthread_mutex_t lock;
	pthread_spinlock_t spin;
	mtx_t plain;
	sem_t permits;

	pthread_mutex_init(&lock, NULL);
	pthread_mutex_lock(&lock);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	assert(pthread_spin_trylock(&spin) == 0);
	mtx_init(&plain, mtx_plain);
	assert(mtx_trylock(&plain) == thrd_success);
	sem_init(&permits, 0, 1);
	assert(sem_trywait(&permits) == 0);
	assert(sem_trywait(&permits) == -1 && errno == EAGAIN);
}

static void reset(void)
{
	account = empty;
	pthread_mutex_lock(&account.lock);
	pthread_rwlock_wrlock(&account.table_lock);
	memset(&account, 0, sizeof account);
	pthread_mutex_lock(&account.lock);
	pthread_rwlock_rdlock(&account.table_lock);
	memcpy(&account, &empty, sizeof account);
	assert(pthread_mutex_trylock(&account.lock) == 0);
	assert(pthread_rwlock_trywrlock(&account.table_lock) == 0);
}

static void copy_semaphore(void)
{
	sem_t counted, copy;
	int value;

	sem_init(&counted, 0, 1);
	sem_post(&counted);
	sem_post(&counted);
	copy = counted;
	assert(sem_getvalue(&copy, &value) == 0 && value == 3);
	memset(&counted, 0, sizeof counted);
	assert(sem_trywait(&counted) == -1 && errno == EAGAIN);
}

static void *take_over(void *arg)
{
	pthread_mutex_lock(&hand_over_lock);
	if (handed_over) {
		pthread_mutex_lock(&handed_over->lock);
		handed_over->balance++;
		pthread_mutex_unlock(&handed_over->lock);
	}
	pthread_mutex_unlock(&hand_over_lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 3; i++) {
		leave_local_locked(i & 1);
		leave_inited_locked();
		reset();
		copy_semaphore();
	}
	pthread_create(&thread, NULL, take_over, NULL);
	account = empty; /* it was left locked: not by this account */
	pthread_mutex_lock(&hand_over_lock);
	handed_over = &account;
	pthread_mutex_unlock(&hand_over_lock);
	pthread_join(thread, NULL);
	assert(account.balance <= 1);
	return 0;
}
