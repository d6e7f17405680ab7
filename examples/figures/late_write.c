/* late_write: one thread reads a, another may write it, and main writes it when the reader has ended. */
#include <stdatomic.h>

#include "team.h"

static atomic_int a, b, c;

static void *read_a(void *arg)
{
	(void)a;
	return arg;
}

static void *write_b(void *arg)
{
	b = 1;
	return arg;
}

static void *perhaps_write_a(void *arg)
{
	(void)b;
	if (c == 0)
		a = 1;
	return arg;
}

static void *write_c(void *arg)
{
	c = 1;
	return arg;
}

int main(void)
{
	struct team readers = { 0 }, writers = { 0 };

	team_start(&readers, read_a, (union task){ 0 });
	team_start(&writers, write_b, (union task){ 0 });
	team_start(&writers, perhaps_write_a, (union task){ 0 });
	team_start(&writers, write_c, (union task){ 0 });
	team_join(&readers);
	a = 2;
	team_join(&writers);
	return 0;
}
