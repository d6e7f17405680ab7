// The loop gives the lock back itself, so that it does not wait for the thread.
// bounds: unbounded 36
#include <pthread.h>

enum { MOST = 8 };

static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int serving;

int next_request(void);
void act(void);

static void *serve(void *arg)
{
	pthread_mutex_lock(&input);
	if (serving >= MOST) {
		pthread_mutex_unlock(&input);
		return NULL;
	}
	serving++;
	pthread_mutex_unlock(&input);
	act();
	serving--;
	return arg;
}

static void drop(int request)
{
	(void)request;
}

void run(void)
{
	pthread_t t;

	for (;;) {
		int request;

		pthread_mutex_lock(&input);
		request = next_request();
		if (pthread_create(&t, NULL, serve, NULL)) {
			drop(request);
		}
		pthread_mutex_unlock(&input);
	}
}
