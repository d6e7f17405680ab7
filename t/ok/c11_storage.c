// <threads.h>: call_once, thread-specific storage with a destructor, _Thread_local, timed waits.
// treadle: races thread sanitizer does not know <threads.h>
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t buffer;
static atomic_int created, destroyed;
static _Thread_local int calls;
static mtx_t lock;
static cnd_t done;
static int finished;

static void release(void *block)
{
	atomic_fetch_add(&destroyed, 1);
	free(block);
}

static void create_key(void)
{
	atomic_fetch_add(&created, 1);
	assert(tss_create(&buffer, release) == thrd_success);
}

static int work(void *arg)
{
	(void)arg;
	call_once(&once, create_key);
	assert(tss_get(buffer) == NULL);
	tss_set(buffer, malloc(10));
	assert(tss_get(buffer) != NULL);
	assert(++calls == 1);
	mtx_lock(&lock);
	finished++;
	cnd_signal(&done);
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t a, b;
	struct timespec deadline;

	mtx_init(&lock, mtx_plain);
	cnd_init(&done);
	thrd_create(&a, work, NULL);
	thrd_create(&b, work, NULL);
	mtx_lock(&lock);
	while (finished < 2) {
		timespec_get(&deadline, TIME_UTC);
		deadline.tv_sec++;
		cnd_timedwait(&done, &lock, &deadline);
	}
	mtx_unlock(&lock);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	assert(created == 1 && destroyed == 2 && calls == 0);
	tss_delete(buffer);
	return 0;
}
