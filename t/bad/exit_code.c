// The program checks itself and ends with 3 when an update was lost.
// treadle: expect exit-code
// treadle: says "\b3\b"
// treadle: never "blocked: (read|write)"
#include <pthread.h>

static unsigned char votes;

static void *vote(void *arg)
{
	votes++;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, vote, NULL);
	pthread_create(&b, NULL, vote, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return votes == 2 ? 0 : 3;
}
