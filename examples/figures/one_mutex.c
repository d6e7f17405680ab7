/* one_mutex THREADS SECTIONS: every thread goes through so many empty critical sections of one mutex. */
#include "team.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 3), sections = argument(argc, argv, 2, 1);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, visit, (union task){ .rounds = sections });
	team_join(&team);
	return 0;
}
