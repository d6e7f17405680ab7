/* Two values that belong together are updated in two stages, each under a lock of its own.  A reader that comes
 * between the stages of the first update sees one value without the other.
 *
 * two_stage UPDATERS READERS */
// places: write:@first, read:@second
#include "crew.h"

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *update(void *unused)
{
	pthread_mutex_lock(&first_lock);
	first = 1; /* @first */
	pthread_mutex_unlock(&first_lock);
	pthread_mutex_lock(&second_lock);
	second = 2;
	pthread_mutex_unlock(&second_lock);
	return unused;
}

static void *check(void *unused)
{
	pthread_mutex_lock(&first_lock);
	int seen = first;
	pthread_mutex_unlock(&first_lock);
	if (!seen)
		return unused;
	pthread_mutex_lock(&second_lock);
	int both = second == seen + 1; /* @second */
	pthread_mutex_unlock(&second_lock);
	assert(both);
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	run_crew(argv, update, check);
	return 0;
}
