// One variable for the result of each step: what was asked about an earlier step says nothing about a later one.
// bounds: unbounded 30
#include <pthread.h>

void *serve(void *arg);
int prepare(void);
int register_one(void);
int next_number(void);

static int start(void)
{
	pthread_t t;
	int rc;

	rc = prepare();
	if (rc >= 0)
		return -1;
	rc = register_one();
	if (rc < 0) {
		prepare();
		return -1;
	}
	rc = pthread_create(&t, NULL, serve, NULL);
	return rc;
}

void accept_all(void)
{
	/* whoever comes */
	while (1)
		if (next_number() > 0)
			start();
}
