/* created_between N: one thread writes a word, N others a second one; when those have ended, but perhaps not the first, main starts another
 * thread that writes the word. */
#include <stdatomic.h>

#include "team.h"

static atomic_int word, other;

static void *write_word(void *arg)
{
	word = 1;
	return arg;
}

static void *write_other(void *arg)
{
	other = 1;
	return arg;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 1);
	struct team first = { 0 }, others = { 0 }, last = { 0 };

	other = 2;
	team_start(&first, write_word, (union task){ 0 });
	for (int i = 0; i < threads; i++)
		team_start(&others, write_other, (union task){ 0 });
	team_join(&others);
	team_start(&last, write_word, (union task){ 0 });
	team_join(&first);
	team_join(&last);
	return word - 1;
}
