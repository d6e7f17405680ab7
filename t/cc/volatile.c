/* A message behind a volatile flag, and a counter that only the flag protects: in C a data race, on x86 with this compiler none. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static struct {
	volatile bool is_set;
	volatile float ratio;
	int *volatile message;
} box;
static int message;

static void *send(void *arg)
{
	message = 5;
	box.ratio = 0.5f;
	box.message = &message;
	box.is_set = true;
	return arg;
}

int main(void)
{
	pthread_t thread;
	volatile int rounds = 0;

	pthread_create(&thread, NULL, send, NULL);
	while (!box.is_set)
		rounds = 1;
	assert(*box.message == 5 && box.ratio == 0.5f && rounds <= 1);
	pthread_join(thread, NULL);
	return 0;
}
