// A sequence lock around plain data: the reader throws away what it should not have read, but it has read it.
// treadle: expect race
// treadle: says "\bclock_(hours|minutes)\b"
// treadle: says "\badvance\b"
// treadle: says "\bread_clock\b"
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int clock_hours, clock_minutes;

static void *advance(void *arg)
{
	atomic_fetch_add(&sequence, 1);
	clock_hours = 1;
	clock_minutes = 1;
	atomic_fetch_add(&sequence, 1);
	return arg;
}

static void *read_clock(void *arg)
{
	unsigned before;
	int hours, minutes;

	do {
		while ((before = atomic_load(&sequence)) % 2)
			;
		hours = clock_hours;
		minutes = clock_minutes;
	} while (atomic_load(&sequence) != before);
	return hours == minutes ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, advance, NULL);
	pthread_create(&b, NULL, read_clock, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
