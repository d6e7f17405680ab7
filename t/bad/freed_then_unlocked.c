// A session frees itself in the middle of its own critical section, which ends with the unlock of a mutex that is gone.
// treadle: expect use-after-free
// treadle: says "main uses session#1\.lock, which has been freed, at request \(@unlock\)"
#include <pthread.h>
#include <stdlib.h>

struct session {
	pthread_mutex_t lock;
	int is_last;
};

static void request(struct session *session)
{
	pthread_mutex_lock(&session->lock);
	if (session->is_last)
		free(session);
	pthread_mutex_unlock(&session->lock); /* @unlock */
}

int main(void)
{
	struct session *session = calloc(1, sizeof *session);

	pthread_mutex_init(&session->lock, NULL);
	session->is_last = 1;
	request(session);
	return 0;
}
