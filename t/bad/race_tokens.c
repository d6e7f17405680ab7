// Two threads cut the same line into words, each with a place of its own in strtok_r: they write its ends into it all the same.
// treadle: expect race
// treadle: says "data race on line\[3\]"
// treadle: says "count_words"
#include <pthread.h>
#include <string.h>

static char line[] = "add 12 7";

static void *count_words(void *unused)
{
	char *rest;

	(void)unused;
	for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count_words, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
