// The writer releases, but the reader looks at the flag relaxed.
// treadle: expect race
// treadle: says "\bletter\b"
// treadle: says "\bwrite_letter\b"
// treadle: says "\bread_letter\b"
#include <pthread.h>
#include <stdatomic.h>

static char letter[4];
static atomic_int was_sent;

static void *write_letter(void *arg)
{
	letter[0] = 'h';
	letter[1] = 'i';
	atomic_store_explicit(&was_sent, 1, memory_order_release);
	return arg;
}

static void *read_letter(void *arg)
{
	while (!atomic_load_explicit(&was_sent, memory_order_relaxed))
		;
	return letter[0] == 'h' ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_letter, NULL);
	pthread_create(&b, NULL, read_letter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
