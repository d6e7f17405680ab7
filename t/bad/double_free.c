// Both threads find the buffer, both free it.
// treadle: expect double-free
// treadle: says "@free"
// treadle: says "\bbuffer\b"
#include <pthread.h>
#include <stdlib.h>

static char *buffer;

static void *release(void *arg)
{
	if (buffer) {
		free(buffer); /* @free */
		buffer = NULL;
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	buffer = malloc(40);
	pthread_create(&a, NULL, release, NULL);
	pthread_create(&b, NULL, release, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
