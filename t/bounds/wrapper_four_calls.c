// Four calls are one too many by default.
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

static void four(void)
{
	three();
}

void run(void)
{
	while (next_client() >= 0)
		four();
}
