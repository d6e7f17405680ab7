/* Three threads of one function, two of which the program names, one as Treadle would name the third. */
#define _GNU_SOURCE
#include <pthread.h>

static int total;

static void *add(void *arg)
{
	total++;
	return arg;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	pthread_setname_np(threads[0], "add#2");
	pthread_setname_np(threads[2], "adder");
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return total;
}
