// Three calls lie between the loop and the function that creates: as far as is looked by default.
// bounds: unbounded 26
#include <pthread.h>

int next_client(void);
void *serve(void *arg);

static void one(void)
{
	pthread_t t;
	pthread_create(&t, NULL, serve, NULL);
}

static void two(void)
{
	one();
}

static void three(void)
{
	two();
}

void run(void)
{
	while (next_client() >= 0)
		three();
}
