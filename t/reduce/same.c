// Both raise the same flag; which of them was first makes no difference.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, other;

static void *raise_flag(void *arg)
{
	stop = 1;
	other = (int)(long)arg;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, raise_flag, (void *)1);
	pthread_create(&b, NULL, raise_flag, (void *)2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return stop + other < 2;
}
