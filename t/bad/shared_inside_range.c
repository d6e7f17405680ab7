// A whole buffer is filled at once; the other thread looks at one byte in its middle.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[64] __attribute__((aligned(64)));

static void *fill(void *arg)
{
	memset(buffer, 1, sizeof buffer);
	return arg;
}

static void *look(void *arg)
{
	assert(buffer[40] == 0); // @fails
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, look, NULL);
	pthread_create(&b, NULL, fill, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
