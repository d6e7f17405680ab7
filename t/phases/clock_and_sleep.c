/* Whether the one thread is late depends on whether the other one has slept. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static time_t end;

static void *sleep_a_second(void *arg)
{
	sleep(1);
	return arg;
}

static void *look(void *arg)
{
	return time(NULL) >= end ? &end : arg;
}

int main(void)
{
	pthread_t sleeper, looker;

	end = time(NULL) + 1;
	pthread_create(&sleeper, NULL, sleep_a_second, NULL);
	pthread_create(&looker, NULL, look, NULL);
	pthread_join(sleeper, NULL);
	pthread_join(looker, NULL);
	return time(NULL) < end; /* nobody is left who could sleep */
}
