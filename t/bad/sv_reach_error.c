// The names of the software verification competition: an error to be reached, atomic bodies, a value from outside.
// treadle: expect assert
// treadle: plain no
// treadle: says "reach_error"
#include <pthread.h>

extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x = 1;

void __VERIFIER_atomic_double(void)
{
	x = x + x;
}

static void *twice(void *arg)
{
	__VERIFIER_atomic_double();
	__VERIFIER_atomic_double();
	return arg;
}

int main(void)
{
	pthread_t thread;
	int step = __VERIFIER_nondet_bool();

	pthread_create(&thread, NULL, twice, NULL);
	__VERIFIER_atomic_begin();
	x = x + step;
	__VERIFIER_atomic_end();
	pthread_join(thread, NULL);
	if (x == 6)
		reach_error();
	return 0;
}
