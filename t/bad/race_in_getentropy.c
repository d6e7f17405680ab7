// Two threads let the system fill the same buffer.
// treadle: expect race
// treadle: says "data race on bytes"
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static char bytes[8];

static void *draw(void *arg)
{
	return getentropy(bytes, sizeof bytes) ? NULL : arg;
}

int main(void)
{
	pthread_t drawer;

	pthread_create(&drawer, NULL, draw, NULL);
	bytes[0] = 1;
	pthread_join(drawer, NULL);
	return 0;
}
