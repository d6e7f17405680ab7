/* A ring of two places; who puts in waits while it is full, who takes out while it is empty. */
#include "until.h"

enum { PLACES = 2, ITEMS = 4 };

static atomic_int put_in, taken_out;
static int items[PLACES], sum;

static void *work(void *number)
{
	for (int i = 0; i < ITEMS; i++)
		if (number) {
			UNTIL(atomic_load(&put_in) > i);
			sum += items[i % PLACES];
			atomic_store(&taken_out, i + 1);
		} else {
			UNTIL(i - atomic_load(&taken_out) < PLACES);
			items[i % PLACES] = i;
			atomic_store(&put_in, i + 1);
		}
	return number;
}

int main(void)
{
	run_all();
	assert(sum == 6);
	return 0;
}
