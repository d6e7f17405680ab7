#include "returns.h"

#include "search.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { KINDS = 1 << 12, FINE = 16, MOST = 255, MEMORY = 8 /* so many nodes of a kind have a say */ };

/* Of each kind of node, on average, in parts of TD_MARK_ONCE * FINE, + 1; 0: not known yet.  Two kinds may share one. */
static uint16_t TD_STATE averages[KINDS];

static uint16_t *average_of(const struct td_step *before, uint16_t next)
{
	return &averages[((before->number * 61 + before->thread) * 67 + next) % KINDS];
}

static uint32_t known(uint16_t average)
{
	return average ? average - 1u : TD_MARK_ONCE * FINE;
}

uint32_t td_returns_expected(const struct td_step *before, uint16_t next)
{
	return known(*average_of(before, next)) / FINE;
}

void td_returns_note(const struct td_step *before, const struct td_node *node)
{
	const struct td_node *first = node->first_child;
	uint32_t returns = 0;
	if (!first)
		return;
	for (const struct td_node *child = first->next; child && returns < MOST; child = child->next)
		returns++;
	uint16_t *average = average_of(before, first->thread);
	uint32_t old = known(*average);
	*average = (uint16_t)(1 + old - old / MEMORY + returns * TD_MARK_ONCE * FINE / MEMORY);
}
