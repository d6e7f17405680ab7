#include "fraction.h"

#include "dependence.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { RACED_BITS = 4096, MOST_PLACES = 64, MOST_STEPS = 1 << 16, PAUSE = 16 };

/* What threads still have to do at a place. */
struct place {
	uint64_t address;
	int32_t steps, writes;                /* of all threads; below 0 where a way has more than the one that was counted */
	int32_t steps_of[TD_SEARCH_THREADS], writes_of[TD_SEARCH_THREADS];
};

static uint64_t TD_STATE raced[RACED_BITS / 64];
static struct place TD_STATE *places;
static uint32_t TD_STATE place_count, executions;

void td_fraction_reset(void)
{
	td_plain_set(raced, 0, sizeof raced);
	place_count = executions = 0;
}

static uint32_t bit_of(uint64_t address)
{
	return (uint32_t)(address * 0x9e3779b97f4a7c15ull >> 52) % RACED_BITS;
}

void td_fraction_raced(const struct td_step *first)
{
	for (uint32_t i = 0; i < first->footprint.count; i++) {
		uint32_t bit = bit_of(td_touches(&first->footprint)[i].address);
		raced[bit / 64] |= 1ull << bit % 64;
	}
}

static int is_raced(uint64_t address)
{
	uint32_t bit = bit_of(address);
	return raced[bit / 64] >> bit % 64 & 1;
}

/* The one touch by which a step competes with those of other threads, or NULL.  No other thread can unlock what one holds. */
static const struct td_touch *competing(const struct td_footprint *footprint)
{
	for (uint32_t i = 0; i < footprint->count; i++) {
		const struct td_touch *touch = &td_touches(footprint)[i];
		if (is_raced(touch->address) && !td_op_is(touch->kind, TD_OP_UNLOCKS))
			return touch;
	}
	return NULL;
}

static struct place *place_at(uint64_t address)
{
	for (uint32_t i = 0; i < place_count; i++)
		if (places[i].address == address)
			return &places[i];
	return NULL;
}

static struct place *place_for(uint64_t address)
{
	struct place *place = place_at(address);
	if (place || place_count == MOST_PLACES)
		return place;
	place = &places[place_count++];
	td_plain_set(place, 0, sizeof *place);
	place->address = address;
	return place;
}

/* A step that waits to be taken is known from the node that it leads to. */
static const struct td_footprint *footprint_of(const struct td_step *step)
{
	return step->footprint.count ? &step->footprint : &step->child->footprint;
}

static void count(const struct td_step *step, int by)
{
	const struct td_touch *touch = competing(footprint_of(step));
	struct place *place = touch ? place_for(touch->address) : NULL;
	if (!place)
		return;
	place->steps += by;
	place->steps_of[step->thread] += by;
	place->writes += touch->writes ? by : 0;
	place->writes_of[step->thread] += touch->writes ? by : 0;
}

void td_fraction_count(uint32_t length)
{
	if (executions++ % PAUSE)
		return;
	if (!places)
		places = td_map(MOST_PLACES * sizeof *places);
	place_count = 0;
	for (uint32_t i = 0; i < length && i < MOST_STEPS; i++)
		count(td_search_step(i), 1);
}

/* How often the thread has still to do with what its step is about; 1 if that is nothing to compete for. */
static double own_steps(const struct td_footprint *footprint, uint32_t thread)
{
	const struct td_touch *touch = competing(footprint);
	const struct place *place = touch ? place_at(touch->address) : NULL;
	return place && place->steps_of[thread] > 0 ? place->steps_of[thread] : 1;
}

/* The same of all threads that can come before this step or after it. */
static double all_steps(const struct td_footprint *footprint, uint32_t thread)
{
	const struct td_touch *touch = competing(footprint);
	const struct place *place = touch ? place_at(touch->address) : NULL;
	double own = own_steps(footprint, thread);
	if (!place || place->steps_of[thread] <= 0)
		return own;
	int32_t others = touch->writes ? place->steps - place->steps_of[thread] : place->writes - place->writes_of[thread];
	return own + (others > 0 ? others : 0);
}

static double weight_of(const struct td_node *child, const struct td_step *step)
{
	return own_steps(child == step->child ? footprint_of(step) : &child->footprint, child->thread);
}

/* Adds what is done at this node to `done`, and gives the part of all that is still below the step. */
static double pass(const struct td_step *step, double part, double *done)
{
	double known = 0, tried = 0, own = weight_of(step->child, step), all = all_steps(footprint_of(step), step->thread);
	for (const struct td_node *child = step->node->first_child; child; child = child->next) {
		double weight = weight_of(child, step);
		known += weight;
		tried += child->state == TD_DONE ? weight : 0;
	}
	if (known < all)
		known = all;
	*done += part * tried / known;
	return part * own / known;
}

/* On the way down, what is left to do is less with each step; afterwards it is as it was. */
double td_fraction(uint32_t forced)
{
	double done = 0, part = 1;
	uint32_t counted = forced < MOST_STEPS ? forced : MOST_STEPS;
	for (uint32_t i = 0; i < forced; i++) {
		part = pass(td_search_step(i), part, &done);
		if (i < counted)
			count(td_search_step(i), -1);
	}
	for (uint32_t i = 0; i < counted; i++)
		count(td_search_step(i), 1);
	return done;
}
