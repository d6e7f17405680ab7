// A request for ten bytes comes before there is room for them: the trace shows the value that the program was given, and not
// which of the values that are tried it was.
// treadle: expect assert
// treadle: says "choose → 10\b"
// treadle: plain no
// treadle: options --races off
// treadle: strategies random pct pos
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int room;

static void *make_room(void *unused)
{
	(void)unused;
	atomic_store(&room, 16);
	return NULL;
}

static void *take_request(void *unused)
{
	int bytes = __VERIFIER_nondet_int();

	(void)unused;
	if (bytes == 10)
		assert(atomic_load(&room) >= bytes);
	return NULL;
}

int main(void)
{
	pthread_t maker, taker;

	pthread_create(&maker, NULL, make_room, NULL);
	pthread_create(&taker, NULL, take_request, NULL);
	pthread_join(maker, NULL);
	pthread_join(taker, NULL);
	return 0;
}
