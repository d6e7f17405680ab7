/* Loops whose rounds leave something behind: each is followed, and what is asserted of it does not hold. */
#include "until.h"

static atomic_int flag;

static __attribute__((noinline)) int is_set(void)
{
	return atomic_load(&flag) == 2;
}

static void set(int *place)
{
	*place = 1;
}

static int get(const int *place)
{
	return *place;
}

/* A variable that is read only when the loop is over. */
static void keep_flag(void)
{
	int has_waited = 0;
	while (atomic_load(&flag) != 2)
		has_waited = 1;
	assert(!has_waited);
}

/* ... of a function whose loop looks in another. */
static void keep_flag_of_caller(void)
{
	int has_waited = 0;
	while (!is_set())
		has_waited = 1;
	assert(!has_waited);
}

/* ... by its address. */
static void keep_by_address(void)
{
	int has_waited = 0;
	while (!is_set())
		set(&has_waited);
	assert(!get(&has_waited));
}

/* ... where the loop is left by a jump. */
static void keep_until_out(void)
{
	int has_waited = 0;
	for (;;) {
		if (is_set())
			goto out;
		has_waited = 1;
	}
out:
	assert(!has_waited);
}

/* ... what was read before. */
static void keep_last(void)
{
	int got, last = 0;
	while ((got = atomic_load(&flag)) != 2)
		last = got;
	assert(last != 1);
}

/* How often it went round. */
static void count_rounds(void)
{
	int rounds = 0;
	while (!is_set() && rounds < 3)
		rounds++;
	assert(rounds < 3);
}

/* One of two variables is overwritten in each round, on one way through it. */
static void keep_one_of_two(void)
{
	int first = 0, second = 0;
	while (!is_set()) {
		second = 1;
		if (atomic_load(&flag) == 1)
			first = second;
		second = 0;
	}
	assert(!first);
}

static void *work(void *number)
{
	static void (*const loops[])(void) = {keep_flag, keep_flag_of_caller, keep_by_address, keep_until_out, keep_last, count_rounds,
					      keep_one_of_two};
	if (number) {
		loops[KEEPS]();
	} else {
		atomic_store(&flag, 1);
		atomic_store(&flag, 2);
	}
	return number;
}

int main(void)
{
	run_all();
	return 0;
}
