// The loop goes on as long as the function that creates says that it has not.
// bounds: bounded 25
// bounds: bounded 30
#include <pthread.h>
#include <unistd.h>

void *dispatch(void *arg);
int connect_once(void);
static pthread_t thread;

static int connect_and_start(void)
{
	if (connect_once() != 1)
		return -1;
	if (pthread_create(&thread, NULL, dispatch, NULL) != 0)
		return -2;
	return 1;
}

void reconnect(int verbose)
{
	int result = 0;

	/* until it has worked */
	while (result != 1) {
		if (verbose)
			sleep(1);
		result = connect_and_start();
	}
	for (int i = 0;; i++) {
		if (connect_and_start() > 0)
			return;
	}
}
