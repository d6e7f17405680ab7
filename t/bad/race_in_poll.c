// One thread changes what another one polls for.
// treadle: expect race
// treadle: says "data race on watched.events: main writes at main \(race_in_poll.c:\d+\), look reads at look"
#include <poll.h>
#include <pthread.h>
#include <stddef.h>

static struct pollfd watched = { .fd = -1, .events = POLLIN };

static void *look(void *arg)
{
	poll(&watched, 1, 0);
	return arg;
}

int main(void)
{
	pthread_t looker;

	pthread_create(&looker, NULL, look, NULL);
	watched.events = POLLIN | POLLOUT;
	pthread_join(looker, NULL);
	return 0;
}
