// strtok remembers one text for all threads: who calls it in between goes on in the other's.
// treadle: expect assert|crash
// treadle: says "change where strtok goes on"
// cause: atomicity
// says: changed where strtok goes on at .* between split(#2)?'s change at .* and its look at
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *split(void *text)
{
	assert(*strtok(text, " ") == 'a');
	assert(*strtok(NULL, " ") == 'b');
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	char texts[2][4] = {"a b", "a b"};

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, split, texts[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
