// A thread writes one word after the other, another all of them at once: between which two of the writes is the only difference.
#include <pthread.h>
#include <string.h>

static long words[4200];

static void *fill(void *arg)
{
	for (int i = 0; i < 4200; i++)
		words[i] = i + 1;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, fill, NULL);
	memset(words, 0, sizeof words);
	pthread_join(thread, NULL);
	return 0;
}
