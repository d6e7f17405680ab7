#include "covered.h"

#include "dependence.h"
#include "reversal.h"
#include "search.h"
#include "tree.h"
#include "rt/state.h"
#include "rt/sys.h"

/* How far the steps behind one have been looked through: those before `next` depend on it.  Often several races in a row have the same
 * first step. */
struct followers {
	uint32_t first, next;
	uint64_t threads;        /* a bit for each of theirs: what comes later of these depends on it, too */
};

static struct followers TD_STATE followers;

void td_covered_begin(void)
{
	followers.first = TD_NO_STEP;
}

static void follow(uint32_t first)
{
	followers = (struct followers){first, first + 1, td_thread_bit(td_search_step(first)->thread)};
}

/* Goes on to the first step that does not depend on theirs, or to the end. */
static uint32_t go_on(uint32_t end)
{
	const struct td_step *step = td_search_step(followers.first);
	for (; followers.next < end; followers.next++) {
		uint64_t thread = td_thread_bit(td_search_step(followers.next)->thread);
		if (!(followers.threads & thread) && td_clock_after(followers.next)[step->thread] < step->number)
			break;
		followers.threads |= thread;
	}
	return followers.next;
}

/* The first one between the two that does not depend on the first of them; without such a one the end. */
static uint32_t first_between(uint32_t first, uint32_t end)
{
	if (followers.first != first || followers.next > end)
		follow(first);
	uint32_t found = go_on(end);
	if (unlikely(td_self_check())) {
		follow(first);
		if (go_on(end) != found)
			td_panic("self-check: what was found before about who follows a step is wrong");
	}
	return found;
}

/* A choice can have other outcomes when it comes first, and a compare-and-swap can touch other things. */
static int is_the_same_before(const struct td_step *step)
{
	return step->outcome_count == 1 && step->footprint.count == 1 && !td_touches(&step->footprint)->is_swap;
}

static uint32_t begins_with(const struct td_race *race, uint32_t length)
{
	if (race->second == TD_NO_STEP) {
		uint32_t found = first_between(race->first, length);
		return found == length ? TD_NO_STEP : found;
	}
	uint32_t found = first_between(race->first, race->second);
	return found != race->second || is_the_same_before(td_search_step(found)) ? found : TD_NO_STEP;
}

/* Is, or will be, all that begins with it found below the child? */
static int explores_all(const struct td_node *child, int is_earlier)
{
	if (child->state != TD_WAITING && is_earlier)
		return 1;
	return child->state == TD_DONE || !child->first_child || child->is_private || child->subtree_is_complete;
}

/* What can begin with several children belongs to the first of them, which may have to be told of it. */
static int is_explored(const struct td_node *node, const struct td_node *taken, const struct td_step *step)
{
	int is_earlier = 1;
	if (node->sleeping & td_thread_bit(step->thread) && td_sleep_set_has(node, node->first_child, step->thread, step->outcome))
		return 1;
	for (const struct td_node *child = node->first_child; child; child = child->next) {
		if (child == taken) {
			is_earlier = 0;
			continue;
		}
		if (!explores_all(child, is_earlier))
			return 0;
		if (child->thread == step->thread && (child->outcome == step->outcome || child->outcome == TD_ANY_OUTCOME))
			return 1;
	}
	return 0;
}

uint32_t td_covered_by(const struct td_race *race, uint32_t length)
{
	uint32_t found = td_job_reduces_orders(&td_channel->job) ? TD_NO_STEP : begins_with(race, length);
	const struct td_step *first = td_search_step(race->first);
	if (found == TD_NO_STEP || !is_explored(first->node, first->child, td_search_step(found)))
		return TD_NO_STEP;
	return found;
}
