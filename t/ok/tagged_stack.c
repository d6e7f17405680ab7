// A lock-free stack whose top carries a tag against ABA: index and tag are changed by one compare-and-swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { NONE = 0xffff };

static _Atomic(uint32_t) top = 0; /* tag << 16 | index */
static _Atomic(uint32_t) below[2] = { 1, NONE };
static atomic_int taken[2];

static unsigned pop(void)
{
	uint32_t old = atomic_load(&top), new;

	do {
		if ((old & 0xffff) == NONE)
			return NONE;
		new = ((old >> 16) + 1) << 16 | atomic_load(&below[old & 0xffff]);
	} while (!atomic_compare_exchange_weak(&top, &old, new));
	assert(atomic_fetch_add(&taken[old & 0xffff], 1) == 0);
	return old & 0xffff;
}

static void push(unsigned node)
{
	uint32_t old = atomic_load(&top);

	atomic_fetch_sub(&taken[node], 1);
	do
		atomic_store(&below[node], old & 0xffff);
	while (!atomic_compare_exchange_weak(&top, &old, ((old >> 16) + 1) << 16 | node));
}

static void *churn(void *arg)
{
	unsigned first = pop(), second = pop();

	if (first != NONE)
		push(first);
	if (second != NONE)
		push(second);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, churn, NULL);
	pthread_create(&b, NULL, churn, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pop() != NONE && pop() != NONE && pop() == NONE);
	return 0;
}
