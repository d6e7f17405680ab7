/* In the manner of SV-COMP: the error is reached if the switches come where the witnesses beside it say. */
#include <assert.h>
#include <pthread.h>

static int open_jobs = 1, is_closed;

static void reach_error(void)
{
	assert(0);
}

static void *closer(void *unused)
{
	(void)unused;
	is_closed = 1; /* @close */
	open_jobs = 0; /* @empty */
	return 0;
}

int main(void)
{
	pthread_t thread;
	int jobs;

	pthread_create(&thread, 0, closer, 0); /* @create */
	jobs = open_jobs;                      /* @look */
	if (is_closed && jobs > 0)             /* @both */
		reach_error();                 /* @error */
	if (is_closed > 1)
		reach_error(); /* @never */
	pthread_join(thread, 0);
	return 0;
}
