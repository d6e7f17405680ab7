// quick_exit runs its handler, which finds the journal half written.
// treadle: expect exit-code
// treadle: says "@exit"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int begun, committed;

static void check_journal(void)
{
	if (atomic_load(&begun) != atomic_load(&committed))
		_Exit(5); /* @exit */
}

static void *write_journal(void *arg)
{
	atomic_fetch_add(&begun, 1);
	atomic_fetch_add(&committed, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	at_quick_exit(check_journal);
	pthread_create(&thread, NULL, write_journal, NULL);
	quick_exit(0);
}
