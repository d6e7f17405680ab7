// Two threads count in one plain variable; nobody looks at the sum.
// treadle: expect race
// treadle: says "\bvisits\b"
// treadle: says "\bcount_guest\b"
// treadle: says "\bcount_member\b"
#include <pthread.h>

static int visits;

static void *count_guest(void *arg)
{
	visits++;
	return arg;
}

static void *count_member(void *arg)
{
	visits++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count_guest, NULL);
	pthread_create(&b, NULL, count_member, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
