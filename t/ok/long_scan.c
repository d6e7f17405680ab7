// Two threads look through a table for so long that they might as well be waiting: they read the same places again and again, nothing changes
// but a counter in a register, and yet they come to an end.
// treadle: options --executions 3
// treadle: strategies random run-on
#include <pthread.h>

enum { ROUNDS = 40000 };

static int rounds = ROUNDS, table[16];

static void *scan(void *unused)
{
	long sum = 0;
	(void)unused;
	for (int i = 0; i < rounds; i++)
		sum += table[i & 15];
	return (void *)sum;
}

int main(void)
{
	pthread_t thread;
	void *sum;
	for (int i = 0; i < 16; i++)
		table[i] = i;
	pthread_create(&thread, NULL, scan, NULL);
	void *mine = scan(NULL);
	pthread_join(thread, &sum);
	return sum != mine;
}
