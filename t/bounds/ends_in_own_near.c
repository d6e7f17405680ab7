// Nearly the same: one of the functions comes back if nobody minds, one jumps back into the loop, the last may be another one.
// bounds: unbounded 53
// bounds: unbounded 64
// bounds: unbounded 76
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

void *serve(void *arg);
int next_client(void);
int is_patient(void);
static int count;
static jmp_buf again;

static void die(const char *why)
{
	if (is_patient()) {
		fprintf(stderr, "%s\n", why);
		return;
	}
	exit(1);
}

static void jump_out(const char *why)
{
	fprintf(stderr, "%s\n", why);
	longjmp(again, 1);
}

static void tell(const char *why)
{
	fprintf(stderr, "%s\n", why);
}

static void end_it(const char *why)
{
	tell(why);
	exit(1);
}

static void (*at_the_end)(const char *why) = end_it;

void be_patient(void)
{
	at_the_end = tell;
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
		setjmp(again);
		pthread_create(&thread, NULL, serve, NULL);
		if (next_client())
			jump_out("too many clients");
	}
}

void run_too(void)
{
	pthread_t thread;

	while (next_client()) {
		if (++count > 100)
			(*at_the_end)("too many clients");
		pthread_create(&thread, NULL, serve, NULL);
	}
}
