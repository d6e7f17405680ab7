// A variable of main's stack that two threads get the address of.
// treadle: expect race
// treadle: says "\braise_level\b"
// treadle: says "\blower_level\b"
#include <pthread.h>

static void *raise_level(void *arg)
{
	int *level = arg;

	*level += 1;
	return NULL;
}

static void *lower_level(void *arg)
{
	int *level = arg;

	*level -= 1;
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int level = 3;

	pthread_create(&a, NULL, raise_level, &level);
	pthread_create(&b, NULL, lower_level, &level);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return level >= 2 && level <= 4 ? 0 : 1;
}
