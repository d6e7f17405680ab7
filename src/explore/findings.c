#include "findings.h"

#include "base/base.h"
#include "replay.h"

enum { FRAMES_THAT_MATTER = 4 };

static uint64_t add_number(uint64_t hash, uint64_t number)
{
	return td_hash_bytes(&number, sizeof number, hash);
}

static uint64_t relative(const struct td_channel *channel, uint64_t address)
{
	return td_relative_address(address, channel->modules, channel->module_count);
}

/* With callers: many programs, and the C++ library, take all locks in one function. */
static uint64_t blocked_place(const struct td_channel *channel, const struct td_thread_info *thread)
{
	uint64_t hash = add_number(thread->pending, relative(channel, thread->pc));

	for (uint32_t i = 0; i < thread->frame_count && i < FRAMES_THAT_MATTER; i++)
		hash = add_number(hash, relative(channel, thread->frames[i]));
	return hash;
}

/* What kind of thread keeps the others from going on, or is kept. */
typedef bool test(const struct td_channel *channel, uint32_t thread);

static bool is_blocked(const struct td_channel *channel, uint32_t thread)
{
	return channel->threads[thread].state == TD_T_BLOCKED;
}

static bool is_in_cycle(const struct td_channel *channel, uint32_t thread)
{
	const struct td_ended *ended = &channel->ended;

	for (uint32_t i = 0; i < ended->cycle_count && i < sizeof ended->cycle / sizeof *ended->cycle; i++)
		if (ended->cycle[i] == thread)
			return true;
	return false;
}

/* ... for a lock that was never given back. */
static bool waits_for_the_ended(const struct td_channel *channel, uint32_t thread)
{
	uint32_t holder = channel->threads[thread].holder;

	return is_blocked(channel, thread) && holder < TD_MAX_THREADS && channel->threads[holder].state == TD_T_DONE;
}

/* A sum, so that the order of the threads does not matter. */
static uint64_t places_of(const struct td_channel *channel, test *is_meant)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < channel->ended.thread_count && i < TD_MAX_THREADS; i++)
		if (is_meant(channel, i))
			sum += blocked_place(channel, &channel->threads[i]);
	return sum;
}

/* Who else is blocked by then, because of them or not, and whether all are, varies with the schedule. */
static uint64_t key_of_deadlock(const struct td_channel *channel)
{
	uint64_t places = places_of(channel, is_in_cycle);

	if (!places)
		places = places_of(channel, waits_for_the_ended);
	if (!places)
		places = places_of(channel, is_blocked);
	return add_number(TD_END_DEADLOCK, places);
}

static uint64_t place(const struct td_channel *channel)
{
	const struct td_ended *ended = &channel->ended;
	uint64_t hash = relative(channel, ended->pc);

	for (uint32_t i = 0; i < ended->frame_count && i < FRAMES_THAT_MATTER; i++)
		hash = add_number(hash, relative(channel, ended->frames[i]));
	return hash;
}

uint64_t td_finding_key(const struct td_channel *channel)
{
	const struct td_ended *ended = &channel->ended;
	uint64_t hash = add_number(ended->end, (uint64_t)(uint32_t)ended->signal << 32 | (uint32_t)ended->status);

	switch (ended->end) {
	case TD_END_DEADLOCK:
	case TD_END_CYCLE:
	case TD_END_SELF_DEADLOCK: /* a cycle of one */
		return key_of_deadlock(channel);
	case TD_END_LEAKED_THREAD:
		return add_number(hash, places_of(channel, is_blocked));
	case TD_END_HANG:
		return hash; /* caught anywhere in its loop */
	case TD_END_ENDLESS:
		return add_number(ended->end, ended->status > 0); /* ... after any number of events */
	default:
		return add_number(hash, place(channel));
	}
}

struct td_finding *td_findings_of(struct td_findings *self, const struct td_channel *channel)
{
	struct td_finding finding = { .key = td_finding_key(channel) };

	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].key == finding.key)
			return &self->items[i];
	TD_PUSH(self, finding);
	return &self->items[self->count - 1];
}

int td_finding_cuts_short(const struct td_channel *channel)
{
	const struct td_ended *ended = &channel->ended;

	if (!td_end_is_finding(ended->end) || ended->end == TD_END_DEADLOCK)
		return 0;
	for (uint32_t i = 0; i < ended->thread_count && i < TD_MAX_THREADS; i++)
		if (i != ended->thread && channel->threads[i].state < TD_T_DONE && !is_blocked(channel, i))
			return 1;
	return 0;
}
