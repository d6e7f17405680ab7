// The reader waits for a byte with the lock held that the writer needs before it writes one.
// treadle: expect deadlock|cycle
// treadle: says "@read"
// treadle: says "\bstate_lock\b"
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int ends[2], events;

static void *wait_for_event(void *arg)
{
	char byte;

	pthread_mutex_lock(&state_lock);
	if (read(ends[0], &byte, 1) == 1) /* @read */
		events++;
	pthread_mutex_unlock(&state_lock);
	return arg;
}

static void *raise_event(void *arg)
{
	pthread_mutex_lock(&state_lock);
	events++;
	pthread_mutex_unlock(&state_lock);
	return write(ends[1], "x", 1) == 1 ? arg : ends;
}

int main(void)
{
	pthread_t a, b;

	if (pipe(ends) != 0)
		return 1;
	pthread_create(&a, NULL, raise_event, NULL);
	pthread_create(&b, NULL, wait_for_event, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
