/* A counter is guarded by one lock in one function and by another lock in another function.
 *
 * wrong_lock COUNTERS OTHERS */
// places: write:@mine, write:@theirs, read:@check
#include "crew.h"

static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER, wrong_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count_and_check(void *unused)
{
	pthread_mutex_lock(&right_lock);
	int before = counter;
	counter = before + 1;          /* @mine */
	assert(counter == before + 1); /* @check */
	pthread_mutex_unlock(&right_lock);
	return unused;
}

static void *count(void *unused)
{
	pthread_mutex_lock(&wrong_lock);
	counter++; /* @theirs */
	pthread_mutex_unlock(&wrong_lock);
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	run_crew(argv, count_and_check, count);
	return 0;
}
