/* Two threads wait for each other in turn. */
#include "until.h"

static atomic_int asked, answered;
static int data;

static void *work(void *number)
{
	for (int i = 1; i <= 2; i++)
		if (number) {
			UNTIL(atomic_load(&asked) == i);
			data++;
			atomic_store(&answered, i);
		} else {
			data++;
			atomic_store(&asked, i);
			UNTIL(atomic_load(&answered) == i);
		}
	return number;
}

int main(void)
{
	run_all();
	assert(data == 4);
	return 0;
}
