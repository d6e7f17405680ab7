// A lock built from __VERIFIER_assume whose test and set are two steps.
// treadle: expect assert
// treadle: plain no
// treadle: says "reach_error"
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
extern int __VERIFIER_nondet_int(void);

static volatile int held, inside;

static void *enter(void *arg)
{
	__VERIFIER_assume(held == 0);
	held = 1;
	inside++;
	if (inside != 1)
		reach_error();
	inside--;
	held = 0;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int unused = __VERIFIER_nondet_int();

	__VERIFIER_assume(unused == 0);
	pthread_create(&a, NULL, enter, NULL);
	pthread_create(&b, NULL, enter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
