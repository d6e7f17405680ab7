// An agent is sent out for each ticket, until an agent says that there are no more seats.  That is said too late if
// all agents are on their way before the first one sells: it fails where main runs on, and passes where the agents
// run as soon as they can.
// cause: order|atomicity|several
// lines: @look @stop
// serially: fails
// completions: 14
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { TICKETS = 6, SEATS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sold, no_more;

static void *agent(void *arg)
{
	pthread_mutex_lock(&lock);
	if (++sold >= SEATS)
		no_more = 1; /* @stop */
	pthread_mutex_unlock(&lock);
	return arg;
}

static int is_over(void)
{
	int is;

	pthread_mutex_lock(&lock);
	is = no_more; /* @look */
	pthread_mutex_unlock(&lock);
	return is;
}

int main(void)
{
	pthread_t agents[TICKETS];
	int count;

	for (count = 0; count < TICKETS && !is_over(); count++)
		pthread_create(&agents[count], NULL, agent, NULL);
	for (int i = 0; i < count; i++)
		pthread_join(agents[i], NULL);
	assert(sold <= SEATS);
	return 0;
}
