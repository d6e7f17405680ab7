#include "livelock.h"

#include "watch.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

/* So much memory is hashed in about the time that an event takes, and that an operation takes; and so much is always allowed. */
enum { WORDS_PER_EVENT = 128, WORDS_PER_OPERATION = 8, FREE_WORDS = 1 << 23 };
enum { FIRST_LOOK = 8192, FIRST_TESTED = 512, SHORT = 128, LONG = 1024, PART = 256, SEEN = 2048, TRIAL = 4096, MOST_TRIED = 1 << 18, NEVER = 0xffffffff };

/* A state in which threads were; of the rest of it only if they came back to it. */
struct state {
	uint64_t threads, rest;
	uint32_t at;             /* event count */
};

uint32_t TD_EXECUTION td_livelock_from;
static struct state TD_STATE states[LONG];
static uint32_t TD_EXECUTION state_count, begun_at;
static uint8_t TD_EXECUTION is_thorough;         /* registers are looked at as well: stacks have come back */
uint8_t TD_EXECUTION td_livelock_is_tried;
static struct state TD_EXECUTION suspected;      /* the one that a trial is about; `at`: when that began */
static uint32_t TD_EXECUTION suspected_period;
static uint64_t TD_EXECUTION tried_from;         /* count of operations */
static uint64_t TD_EXECUTION spent;              /* words of memory that were hashed so far */
static uint8_t TD_EXECUTION is_saving;           /* that was too much: no more before twice as much is allowed */

static void look_anew(uint8_t thoroughly)
{
	state_count = 0;
	is_thorough = thoroughly;
}

void td_livelock_reset(void)
{
	int is_possible = td_channel->job.isolate == TD_ISOLATE_INPLACE; /* otherwise it is not known what has been written */
	td_livelock_from = !is_possible ? NEVER : td_self_check() ? FIRST_TESTED : FIRST_LOOK;
	look_anew(0);
	td_livelock_is_tried = 0;
}

void td_livelock_mark(void)
{
	td_mark_keep(states, state_count * sizeof *states);
}

static uint64_t state_of_thread(const struct td_fiber *fiber)
{
	int is_known = fiber->loop.last_look.at >= begun_at && fiber->loop.last_look.op == fiber->op;
	uint64_t hash = is_known ? fiber->loop.last_look.state : fiber->op;
	hash = td_mix(hash, fiber->enabled + 2u * fiber->wait.woken + 4u * fiber->time.timeouts);
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		hash = td_mix(hash, fiber->held[i].object->address + fiber->held[i].depth);
	return hash;
}

static uint64_t state_of_threads(void)
{
	uint64_t sum = td_fiber_count;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done)
			sum += td_mix(state_of_thread(td_fiber(i)), i);
	return sum;
}

/* Where there is no room for it, it counts as new each time: states look different then, and nothing is reported. */
static int is_new(uint64_t *seen, uint64_t address)
{
	uint32_t first = (uint32_t)((address * 0x9e3779b97f4a7c15ull) >> 53);
	for (uint32_t i = 0; i < SEEN; i++) {
		uint64_t *slot = &seen[(first + i) % SEEN];
		if (*slot == address)
			return 0;
		if (!*slot) {
			*slot = address;
			return 1;
		}
	}
	return 1;
}

static uint64_t state_of_object(const struct td_object *object)
{
	uint64_t hash = td_mix(object->address, object->owner ? object->owner->id + 1u : 0);
	return td_mix(td_mix(hash, object->count), object->readers + (object->arrived << 32));
}

/* Objects that have not been touched since this began have not changed. */
static uint64_t state_of_objects(void)
{
	static uint64_t TD_STATE seen[SEEN];
	uint64_t sum = 0;
	td_plain_set(seen, 0, sizeof seen);
	for (uint32_t i = begun_at; i < td_event_count && i < TD_MAX_EVENTS; i++) {
		const struct td_object *object = td_object_find(td_channel->events[i].object);
		if (object && is_new(seen, object->address))
			sum += state_of_object(object);
	}
	return sum;
}

static uint64_t operations(void)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		sum += td_fiber(i)->op;
	return sum;
}

/* To compare memory takes at most about as long as the execution has taken so far.  When that is used up, a livelock is looked for
 * again when the execution has become long enough for as much once more, so one that needs more is found later. */
static uint64_t allowance(void)
{
	return FREE_WORDS + (uint64_t)td_event_count * WORDS_PER_EVENT + operations() * WORDS_PER_OPERATION;
}

static int is_too_dear(void)
{
	is_saving = spent * (is_saving ? 2 : 1) > allowance();
	return is_saving;
}

static uint64_t state_of_rest(void)
{
	uint64_t before = td_hashed_words;
	uint64_t hash = td_mix(td_mix(td_putback_hash(), td_heap_hash()), td_clock_looks());
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done)
			hash = td_hash_words(hash, td_fiber(i)->fs - td_tls_size(), td_fiber(i)->fs);
	spent += td_hashed_words - before;
	return hash;
}

uint64_t td_livelock_memory(void)
{
	return td_livelock_from == NEVER ? 0 : state_of_rest() | 1;
}

static struct state *find(uint64_t threads)
{
	for (uint32_t i = 0; i < state_count; i++)
		if (states[i].threads == threads)
			return &states[i];
	return NULL;
}

/* What is compared may be seen just when others cannot run: a lock that is taken and given back again and again is free in between. */
static int could_run_since(const struct td_fiber *fiber, uint32_t at)
{
	return fiber->enabled || (fiber->wait.object && fiber->turn.could_run_at >= at);
}

/* Some thread could have run and has not done so since then. */
static int is_unfair_since(uint32_t at)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done && td_fiber(i)->loop.last_look.at <= at && could_run_since(td_fiber(i), at))
			return 1;
	return 0;
}

/* What is known to only one thread may yet matter to the others, and they have to have their turn in between. */
static void set_trial(uint8_t on)
{
	td_livelock_is_tried = on;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		td_watch_own_memory(td_fiber(i));
}

void td_livelock_try_anew(void)
{
	suspected.at = td_event_count;
	tried_from = operations();
	td_livelock_from = td_event_count + TRIAL;
}

static void begin_trial(const struct state *state)
{
	suspected = *state;
	suspected_period = td_event_count - state->at;
	set_trial(1);
	td_livelock_try_anew();
}

static void end_trial(void)
{
	set_trial(0);
	td_livelock_from = 2 * td_event_count;
	look_anew(0);
}

static uint64_t state_of_all_else(void)
{
	return td_mix(state_of_rest(), state_of_objects()) | 1;
}

static void try_on(const struct td_fiber *fiber)
{
	if (td_event_count - suspected.at >= TRIAL + LONG || operations() - tried_from > MOST_TRIED ||
	    fiber->pending.kind == TD_CHOOSE || spent > 2 * allowance())
		end_trial();
	else if (fiber->loop.last_look.state && state_of_threads() == suspected.threads &&
		 !is_unfair_since(suspected.at) && state_of_all_else() == suspected.rest)
		td_finish_endless(suspected_period);
}

/* Then nothing depends on who runs. */
static int has_run_alone_since(const struct td_fiber *fiber, uint32_t at)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i) != fiber && td_fiber(i)->loop.last_look.at > at)
			return 0;
	return 1;
}

static void came_back(struct td_fiber *fiber, const struct state *state)
{
	if (!is_unfair_since(state->at)) {
		if (has_run_alone_since(fiber, state->at))
			td_finish_endless(td_event_count - state->at);
		begin_trial(state);
		return;
	}
	td_spins(fiber);
	fiber->loop.spins_for_sure = 0;
}

static void compare(struct td_fiber *fiber)
{
	uint64_t threads = state_of_threads();
	struct state *state = find(threads);
	if (!state) {
		if (state_count < LONG)
			states[state_count++] = (struct state){.threads = threads, .at = td_event_count};
		return;
	}
	if (!is_thorough) {
		look_anew(1);
		return;
	}
	uint64_t rest = state_of_all_else();
	if (state->rest == rest)
		came_back(fiber, state);
	state->rest = rest;
	state->at = td_event_count;
}

/* It makes no events to count by. */
void td_livelock_suspect(void)
{
	int is_tried = td_livelock_is_tried && operations() - tried_from < MOST_TRIED / 2;
	if (td_livelock_from != NEVER && td_livelock_from > td_event_count && !is_tried && !is_too_dear())
		td_livelock_from = td_event_count;
}

/* This stretch has shown nothing. */
static void stop_looking(void)
{
	td_livelock_from = 2 * begun_at;
	look_anew(0);
}

static void look_at(struct td_fiber *fiber)
{
	uint64_t state = is_thorough ? td_local_state(fiber) : td_stack_state(fiber);
	if (!state && !is_thorough)
		look_anew(1);
	fiber->loop.last_look.state = state ? td_mix(td_mix(state, fiber->pending.kind), fiber->pending.object) | 1 : 0;
	fiber->loop.last_look.at = td_event_count;
	fiber->loop.last_look.op = fiber->op;
}

/* A part of what the execution has behind it: to look takes longer than to run. */
static uint32_t stretch(void)
{
	uint32_t part = begun_at / PART;
	return part < SHORT ? SHORT : part > LONG ? LONG : part;
}

void td_livelock_look(struct td_fiber *fiber)
{
	if (td_livelock_is_tried) {
		look_at(fiber);
		try_on(fiber);
		return;
	}
	if (!state_count)
		begun_at = td_event_count;
	if (td_event_count - begun_at >= stretch() || is_too_dear()) {
		stop_looking();
		return;
	}
	if (fiber->pending.kind == TD_CHOOSE)
		state_count = 0;
	look_at(fiber);
	if (fiber->loop.last_look.state)
		compare(fiber);
}
