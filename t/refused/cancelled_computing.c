// says: a thread that may be cancelled at any moment runs on without touching anything shared; Treadle cannot cancel it there
// options: --watchdog 1
#include <pthread.h>
#include <stdint.h>

static void *cancel(void *thread)
{
	pthread_cancel((pthread_t)thread);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_create(&thread, NULL, cancel, (void *)pthread_self());
	for (volatile uint64_t n = 0;; n++)
		;
}
