/* A reader that looks again when a writer has come in between. */
#include "until.h"

static atomic_int version, left, right;

static void write_both(void)
{
	atomic_fetch_add(&version, 1);
	atomic_store(&left, 1);
	atomic_store(&right, 1);
	atomic_fetch_add(&version, 1);
}

static int read_both(void)
{
	int before, sum;
	UNTIL(before = atomic_load(&version), sum = atomic_load(&left) + atomic_load(&right),
	      !(before & 1) && atomic_load(&version) == before);
	return sum;
}

static void *work(void *number)
{
	if (number)
		assert(read_both() % 2 == 0);
	else
		write_both();
	return number;
}

int main(void)
{
	run_all();
	return 0;
}
