// A whole record is copied out of a block that was freed meanwhile: the copy is one call of memcpy.
// treadle: expect use-after-free
// treadle: says "@copy"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
	char name[24];
	long score;
};

static struct record *best;

static void *retire(void *arg)
{
	struct record *old = best;

	best = NULL;
	free(old);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct record copy = { "nobody", 0 };

	best = calloc(1, sizeof *best);
	pthread_create(&thread, NULL, retire, NULL);
	struct record *record = best;
	if (record)
		memcpy(&copy, record, sizeof copy); /* @copy */
	pthread_join(thread, NULL);
	return copy.score ? 1 : 0;
}
