// The kernel writes the limits for one thread, by prlimit, while another one reads them.
// treadle: expect race
// treadle: says "data race on limits"
// treadle: says "ask"
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static struct rlimit limits;

static void *ask(void *unused)
{
	prlimit(0, RLIMIT_NOFILE, NULL, &limits);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int is_open;

	pthread_create(&thread, NULL, ask, NULL);
	is_open = limits.rlim_cur > 0;
	pthread_join(thread, NULL);
	return is_open > 1;
}
