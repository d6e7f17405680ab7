// The names of the verification competition with bodies of the program's own, which do something: they stay what they are.
// The error function counts calls, which is no error here; the atomic stretch is a lock; an assumption that does not hold waits.
// treadle: quiet yes
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls, shared;

void reach_error(void)
{
	calls++;
}

void __VERIFIER_atomic_begin(void)
{
	pthread_mutex_lock(&lock);
}

void __VERIFIER_atomic_end(void)
{
	pthread_mutex_unlock(&lock);
}

void __VERIFIER_assume(int condition)
{
	while (!condition)
		;
}

static void *add(void *unused)
{
	__VERIFIER_atomic_begin();
	shared++;
	reach_error();
	__VERIFIER_atomic_end();
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	__VERIFIER_assume(shared == 2);
	return calls != 2;
}
