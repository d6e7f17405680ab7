// Four threads add one to a counter each, while a fifth adds the counters up.
#include <pthread.h>
#include <stdio.h>

static int n0, n1, n2, n3;

static void *add0(void *arg)
{
	n0 += 1;
	return arg;
}

static void *add1(void *arg)
{
	n1 += 1;
	return arg;
}

static void *add2(void *arg)
{
	n2 += 1;
	return arg;
}

static void *add3(void *arg)
{
	n3 += 1;
	return arg;
}

static void *add_up(void *arg)
{
	printf("%d\n", n0 + n1 + n2 + n3); /* @sum */
	return arg;
}

int main(void)
{
	void *(*const bodies[])(void *) = {add0, add1, add2, add3, add_up};
	pthread_t threads[5];

	for (int i = 0; i < 5; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
