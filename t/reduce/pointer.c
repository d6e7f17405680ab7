// Threads that are alike until they leave pointers to their own memory: who left the last one decides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic latest;
static atomic_int strange;

static void *leave(void *arg)
{
	int own = 0;

	latest = &own;
	if (latest == &own) /* nobody came between */
		latest = NULL;
	else
		strange++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, leave, NULL);
	pthread_create(&b, NULL, leave, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(strange == 0);
	return 0;
}
