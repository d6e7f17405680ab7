// <threads.h>: threads with results, mutexes of all kinds, conditions, yielding and sleeping.
// treadle: races thread sanitizer does not know <threads.h>
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock, nested;
static cnd_t changed;
static int turns;

static int take_turns(void *arg)
{
	int me = *(int *)arg;

	for (int i = 0; i < 2; i++) {
		mtx_lock(&lock);
		while (turns % 2 != me)
			cnd_wait(&changed, &lock);
		turns++;
		cnd_broadcast(&changed);
		mtx_unlock(&lock);
	}
	return me + 10;
}

static int nap(void *arg)
{
	(void)arg;
	mtx_lock(&nested);
	if (mtx_trylock(&nested) == thrd_success)
		mtx_unlock(&nested);
	mtx_unlock(&nested);
	thrd_yield();
	thrd_sleep(&(struct timespec){ .tv_nsec = 1000 }, NULL);
	thrd_exit(3);
}

int main(void)
{
	thrd_t a, b, c;
	int zero = 0, one = 1, results[3];

	mtx_init(&lock, mtx_timed);
	mtx_init(&nested, mtx_plain | mtx_recursive);
	cnd_init(&changed);
	assert(thrd_create(&a, take_turns, &zero) == thrd_success);
	assert(thrd_create(&b, take_turns, &one) == thrd_success);
	assert(thrd_create(&c, nap, NULL) == thrd_success);
	assert(!thrd_equal(a, b) && thrd_equal(thrd_current(), thrd_current()));
	thrd_join(a, &results[0]);
	thrd_join(b, &results[1]);
	thrd_join(c, &results[2]);
	assert(turns == 4 && results[0] == 10 && results[1] == 11 && results[2] == 3);
	cnd_destroy(&changed);
	assert(mtx_lock(&nested) == thrd_success && mtx_lock(&nested) == thrd_success);
	mtx_destroy(&nested); /* C allows that: nobody waits for it */
	mtx_destroy(&lock);
	return 0;
}
