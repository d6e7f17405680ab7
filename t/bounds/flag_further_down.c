// The flag that ends the loop is set two calls further down, but for once if it is being set back at that moment.
// bounds: bounded 30
#include <pthread.h>

int next_client(void);
int is_broken(void);
void *serve(void *arg);

static int is_suspended, is_resuming = 1;

static void suspend_now(void)
{
	if (is_resuming) {
		is_resuming = 0;
		return;
	}
	is_suspended = 1;
}

static void suspend(void)
{
	if (is_broken())
		next_client();
	suspend_now();
}

void run(void)
{
	pthread_t t;
	while (!is_suspended) {
		if (next_client() < 0)
			continue;
		suspend();
		pthread_create(&t, NULL, serve, NULL);
	}
}
