/* late_readers N: two threads have read a word when others are created, a pair in each of N rounds: one writes a number, the other
 * reads it and then the word, which a thread that was there before all rounds writes at some time. */
#include <stdatomic.h>

#include "team.h"

static atomic_int word, number;

static void *read_word(void *arg)
{
	(void)word;
	return arg;
}

static void *write_word(void *arg)
{
	word = 1;
	return arg;
}

static void *write_number(void *arg)
{
	number = 1;
	return arg;
}

static void *read_both(void *arg)
{
	(void)number;
	(void)word;
	return arg;
}

static void run_pair(void *(*one)(void *), void *(*other)(void *))
{
	struct team pair = { 0 };

	team_start(&pair, one, (union task){ 0 });
	team_start(&pair, other, (union task){ 0 });
	team_join(&pair);
}

int main(int argc, char **argv)
{
	int rounds = argument(argc, argv, 1, 3);
	struct team writer = { 0 };

	run_pair(read_word, read_word);
	team_start(&writer, write_word, (union task){ 0 });
	for (int i = 0; i < rounds; i++)
		run_pair(write_number, read_both);
	team_join(&writer);
	return 0;
}
