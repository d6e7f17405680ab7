// mem* and str* on shared memory, all under one lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[64] = "zero";
static int numbers[8];

static void *rewrite(void *arg)
{
	const char *word = arg;
	int copy[8];

	pthread_mutex_lock(&lock);
	assert(strlen(text) == 4 || strchr(text, '-'));
	strcpy(text, word);
	strcat(text, "-");
	strncat(text, word, 3);
	memset(numbers, word[0], sizeof numbers);
	memcpy(copy, numbers, sizeof copy);
	memmove(numbers + 1, numbers, 4 * sizeof *numbers);
	assert(memcmp(copy, numbers, sizeof copy) == 0);
	snprintf(text + strlen(text), 8, "%d", 5);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, rewrite, "four");
	pthread_create(&b, NULL, rewrite, "nine");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(strcmp(text, "four-fou5") == 0 || strcmp(text, "nine-nin5") == 0);
	return 0;
}
