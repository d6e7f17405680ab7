// <threads.h>: one of two threads takes the lock, the other has forgotten it.
// treadle: expect race
// treadle: says "\bhits\b"
// treadle: says "\bhit_locked\b"
// treadle: says "\bhit_unlocked\b"
#include <threads.h>

static mtx_t lock;
static int hits;

static int hit_locked(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	hits++;
	mtx_unlock(&lock);
	return 0;
}

static int hit_unlocked(void *arg)
{
	(void)arg;
	hits++;
	return 0;
}

int main(void)
{
	thrd_t a, b;

	mtx_init(&lock, mtx_plain);
	thrd_create(&a, hit_locked, NULL);
	thrd_create(&b, hit_unlocked, NULL);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	mtx_destroy(&lock);
	return 0;
}
