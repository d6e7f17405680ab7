// One thread frees the block while another may still use it; if it is late, it uses what is gone.
// treadle: expect race|use-after-free
// treadle: says "\bclose_session\b"
// treadle: says "\buse_session\b"
#include <pthread.h>
#include <stdlib.h>

struct session {
	int requests;
};

static void *use_session(void *arg)
{
	struct session *session = arg;

	session->requests++;
	return NULL;
}

static void *close_session(void *arg)
{
	free(arg);
	return NULL;
}

int main(void)
{
	struct session *session = calloc(1, sizeof *session);
	pthread_t a, b;

	pthread_create(&a, NULL, use_session, session);
	pthread_create(&b, NULL, close_session, session);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
