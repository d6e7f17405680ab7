// mtx_timedlock may time out, its result decides who may unlock.
// treadle: expect not-owner
// treadle: says "@unlock"
#include <threads.h>
#include <time.h>

static mtx_t lock;
static int visits;

static int visit(void *arg)
{
	struct timespec deadline;

	(void)arg;
	timespec_get(&deadline, TIME_UTC);
	deadline.tv_sec += 1;
	mtx_timedlock(&lock, &deadline);
	visits++;
	mtx_unlock(&lock); /* @unlock */
	return 0;
}

int main(void)
{
	thrd_t a, b;

	mtx_init(&lock, mtx_timed);
	thrd_create(&a, visit, NULL);
	thrd_create(&b, visit, NULL);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	return 0;
}
