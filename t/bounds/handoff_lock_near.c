// The thread gives back the lock that the loop waits for before it looks whether there are too many: any number may look at once.
// bounds: unbounded 33
#include <pthread.h>

enum { MOST = 8 };

static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int serving;

int next_request(void);
void act(void);

static void *serve(void *arg)
{
	pthread_mutex_unlock(&input);
	if (serving >= MOST)
		return NULL;
	serving++;
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
			pthread_mutex_unlock(&input);
		}
	}
}
