// The pointer is looked at twice: to check it, and to use it.
// treadle: expect crash
// treadle: says "@use"
// treadle: says "\bsession\b"
#include <pthread.h>
#include <stddef.h>

struct user {
	int id;
};

static struct user someone = { 17 };
static struct user *volatile session = &someone;
static int last;

static void *greet(void *arg)
{
	if (session)
		last = session->id; /* @use */
	return arg;
}

static void *log_out(void *arg)
{
	session = NULL;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, greet, NULL);
	pthread_create(&b, NULL, log_out, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
