// Threads fill halves of one array and fields of one struct, with nothing between them but their indices.
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { HALF = 3 };

static struct {
	short numbers[2 * HALF];
	char text[8];
	int sums[2];
} shared;

static void *fill(void *arg)
{
	int which = *(const int *)arg;
	short *mine = &shared.numbers[which * HALF];

	for (short i = 0; i < HALF; i++)
		mine[i] = i;
	memset(shared.text + which * 4, 'a' + which, 4);
	for (int i = 0; i < HALF; i++)
		shared.sums[which] += mine[i];
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int numbers[2] = { 0, 1 };

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, fill, &numbers[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(shared.sums[0] == 3 && shared.sums[1] == 3);
	assert(!memcmp(shared.text, "aaaabbbb", 8));
	return 0;
}
