// The function that creates says the same whether it has or not; and something else is assigned before the question.
// bounds: unbounded 34
// bounds: unbounded 40
// bounds: unbounded 50
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

static int start_and_look(void)
{
	pthread_create(&thread, NULL, dispatch, NULL);
	if (connect_once() == 1)
		return 1;
	return -1;
}

void reconnect(void)
{
	int result = 0;

	/* after each that has failed, and may have created */
	while (result != 1) {
		sleep(0);
		result = start_and_look();
	}
	result = 0;
	/* until one has failed */
	while (result != -1)
		result = connect_and_start();
}

void reconnect_for_another(void)
{
	int result = 0;

	/* what is asked is not what the creation said */

	while (result != 1) {
		result = connect_and_start();
		result = connect_once();
	}
}
