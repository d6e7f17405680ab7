// Two writers fill one buffer.  One takes the lock of the buffer, the other one does not.
// cause: atomicity
// lines: @locked @unlocked
// says: ; hasty_writer did not hold lock$
// completions: 9
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { EACH = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written;

static void *careful_writer(void *arg)
{
	for (int i = 0; i < EACH; i++) {
		pthread_mutex_lock(&lock);
		written++; /* @locked */
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *hasty_writer(void *arg)
{
	for (int i = 0; i < EACH; i++)
		written++; /* @unlocked */
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, careful_writer, NULL);
	pthread_create(&b, NULL, hasty_writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(written == 2 * EACH);
	return 0;
}
