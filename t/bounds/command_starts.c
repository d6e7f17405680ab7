// Only one of the commands starts a thread, and the loop gives that one.
// bounds: unbounded 26
#include <pthread.h>

enum command { START, STOP };

int next_client(void);
void forget(int client);
void *work(void *arg);

static void handle(enum command command, int client)
{
	pthread_t t;

	if (command == START)
		pthread_create(&t, NULL, work, NULL);
	else
		forget(client);
}

void run(void)
{
	int client;

	handle(STOP, 0);
	while ((client = next_client()) >= 0)
		handle(START, client);
}
