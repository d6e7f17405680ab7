// Two threads add one as one step and look at the sum as another, so both can see two.  The names of the
// verification competition are defined, and empty, as in many of its programs: they mean what they say all the same.
// treadle: expect assert
// treadle: says "reach_error\(\) is reached"
// treadle: says "@sum"
// treadle: never "data race"
#include <pthread.h>

void reach_error(void) {}
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}

static int sum;

static void *add(void *unused)
{
	int seen;

	__VERIFIER_atomic_begin();
	sum++;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	seen = sum;
	__VERIFIER_atomic_end();
	return seen == 2 ? unused : NULL;
}

int main(void)
{
	pthread_t threads[2];
	void *seen[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, threads);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], &seen[i]);
	if (seen[0] && seen[1])
		reach_error(); /* @sum */
	return 0;
}
