// A buffer is wiped for reuse while its last user still counts.
// treadle: expect assert
// treadle: says "\bbuffer\b"
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[32];

static void *wipe(void *arg)
{
	memset(buffer, 0, sizeof buffer);
	return arg;
}

int main(void)
{
	pthread_t thread;

	memset(buffer, 'x', sizeof buffer);
	pthread_create(&thread, NULL, wipe, NULL);
	char first = buffer[0], last = buffer[31];
	assert(first == last);
	pthread_join(thread, NULL);
	return 0;
}
