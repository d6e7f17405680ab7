// The program has functions of its own that end it, one of them through a pointer: what they are called for is a limit.
// bounds: bounded 39
// bounds: bounded 50
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void *serve(void *arg);
int next_client(void);
static int count;
static int is_quiet;

static void end_it(const char *why)
{
	if (!is_quiet)
		fprintf(stderr, "%s\n", why);
	exit(1);
}

static void (*at_the_end)(const char *why) = end_it;

static void die(const char *why)
{
	if (why)
		end_it(why);
	else
		abort();
}

static void give_up(const char *why)
{
	(*at_the_end)(why);
}

void run(void)
{
	pthread_t thread;

	while (next_client()) {
		if (++count > 100)
			die("too many clients");
		pthread_create(&thread, NULL, serve, NULL);
	}
}

void run_also(void)
{
	pthread_t thread;

	while (next_client()) {
		if (++count > 100)
			give_up("too many clients");
		pthread_create(&thread, NULL, serve, NULL);
	}
}
