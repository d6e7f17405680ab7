// A lock inside a block of the heap; when the block is given back and a new one lies in its place, it is another lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
	pthread_mutex_t lock;
	int requests;
};

static struct session *session_new(void)
{
	struct session *session = malloc(sizeof *session);

	pthread_mutex_init(&session->lock, NULL);
	session->requests = 0;
	return session;
}

static void *request(void *arg)
{
	struct session *session = arg;

	pthread_mutex_lock(&session->lock);
	session->requests++;
	pthread_mutex_unlock(&session->lock);
	return NULL;
}

int main(void)
{
	for (int round = 0; round < 2; round++) {
		struct session *session = session_new();
		pthread_t a, b;

		pthread_create(&a, NULL, request, session);
		pthread_create(&b, NULL, request, session);
		pthread_join(a, NULL);
		pthread_join(b, NULL);
		assert(session->requests == 2);
		pthread_mutex_destroy(&session->lock);
		free(session);
	}
	return 0;
}
