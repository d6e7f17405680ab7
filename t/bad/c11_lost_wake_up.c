// C11 threads: the flag is set and the signal given without the mutex.
// treadle: expect deadlock
// treadle: says "@wait"
// treadle: says "\barrived\b"
#include <stdatomic.h>
#include <threads.h>

static mtx_t lock;
static cnd_t arrived;
static atomic_bool here;

static int wait_for_guest(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	while (!atomic_load(&here))
		cnd_wait(&arrived, &lock); /* @wait */
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	thrd_t host;

	mtx_init(&lock, mtx_plain);
	cnd_init(&arrived);
	thrd_create(&host, wait_for_guest, NULL);
	atomic_store(&here, 1);
	cnd_signal(&arrived);
	thrd_join(host, NULL);
	return 0;
}
