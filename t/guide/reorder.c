/* The flag that says that a value is there is set before the value.  A reader that sees the flag of the first setter
 * early enough misses the value.
 *
 * reorder SETTERS READERS */
// places: write:@flag, read:@value
#include "crew.h"

static int is_there, value;

static void *set(void *unused)
{
	is_there = 1; /* @flag */
	value = 42;
	return unused;
}

static void *check(void *unused)
{
	if (is_there)
		assert(value == 42); /* @value */
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	run_crew(argv, set, check);
	return 0;
}
