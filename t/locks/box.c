#include "box.h"

#include <sched.h>

int box_try(struct box *box)
{
	return !__atomic_exchange_n(&box->taken, 1, __ATOMIC_ACQUIRE);
}

/* It calls a function that has a row, too; what that does belongs to this call. */
void box_enter(struct box *box)
{
	while (!box_try(box))
		while (__atomic_load_n(&box->taken, __ATOMIC_RELAXED))
			__builtin_ia32_pause();
}

void box_leave(struct box *box)
{
	__atomic_store_n(&box->taken, 0, __ATOMIC_RELEASE);
}

/* It leaves and enters by itself, which no row tells of, and gives way to others. */
void box_rest(struct box *box, int *is_over)
{
	while (!*is_over) {
		__atomic_store_n(&box->taken, 0, __ATOMIC_RELEASE);
		do
			sched_yield();
		while (__atomic_exchange_n(&box->taken, 1, __ATOMIC_ACQUIRE));
	}
}
