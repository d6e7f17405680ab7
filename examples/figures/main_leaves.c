/* main_leaves N: each of N threads writes a word once and reads it, and all of them leave by pthread_exit, as main does, so that the
 * program ends with the last of them.  Which one that is nobody can notice. */
#include <stdatomic.h>

#include "team.h"

static atomic_int word;

static void *write_and_read(void *arg)
{
	word = 1;
	(void)word;
	pthread_exit(arg);
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 3);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, write_and_read, (union task){ 0 });
	pthread_exit(NULL);
}
