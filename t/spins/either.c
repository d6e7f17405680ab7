/* Either of two variables ends the wait, and which one it was can be told. */
#include "until.h"

static atomic_int left, right, seen;

static void *work(void *number)
{
	if (number == (void *)0)
		atomic_store(&left, 1);
	else if (number == (void *)1)
		atomic_store(&right, 1);
	else {
		UNTIL(atomic_load(&left) || atomic_load(&right));
		atomic_store(&seen, atomic_load(&left));
	}
	return number;
}

int main(void)
{
	run_all();
	return 0;
}
