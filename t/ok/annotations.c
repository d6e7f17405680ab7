// Treadle's own annotations; in a plain program they do nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <treadle/treadle.h>

static atomic_int counter;

static void *add(void *arg)
{
	treadle_atomic_begin();
	counter = counter + 1;
	treadle_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t a, b;
	unsigned extra = treadle_choose(4);

	treadle_assume(extra != 3);
	treadle_assert(extra < 3, "three was ruled out");
	treadle_note("the threads start");
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	treadle_assert(counter == 2, "both counted");
	return 0;
}
