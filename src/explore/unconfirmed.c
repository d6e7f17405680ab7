#include "unconfirmed.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 2 * (TD_LOCKS_IN_SET + 1), STACKS = 2 };

/* What the channel has of the last execution is lent to td_trace_capture, and given back: a search may go on from
 * there. */
struct loan {
	struct td_job job;
	struct td_ended ended;
	uint32_t stack_count;
	struct td_event events[MOST_EVENTS];
	uint32_t event_stacks[MOST_EVENTS];
	struct td_stack stacks[STACKS];
};

static void borrow(struct loan *loan, const struct td_channel *channel)
{
	loan->job = channel->job;
	loan->ended = channel->ended;
	loan->stack_count = channel->stack_count;
	memcpy(loan->events, channel->events, sizeof loan->events);
	memcpy(loan->event_stacks, channel->event_stacks, sizeof loan->event_stacks);
	memcpy(loan->stacks, channel->stacks, sizeof loan->stacks);
}

static void give_back(const struct loan *loan, struct td_channel *channel)
{
	channel->job = loan->job;
	channel->ended = loan->ended;
	channel->stack_count = loan->stack_count;
	memcpy(channel->events, loan->events, sizeof loan->events);
	memcpy(channel->event_stacks, loan->event_stacks, sizeof loan->event_stacks);
	memcpy(channel->stacks, loan->stacks, sizeof loan->stacks);
}

static struct td_event *add_event(struct td_channel *channel, struct td_event event, uint32_t stack)
{
	uint32_t at = channel->ended.event_count++;

	channel->events[at] = event;
	channel->event_stacks[at] = stack;
	return &channel->events[at];
}

static const struct td_lockset *locks_of(const struct td_race_book *book, uint32_t context)
{
	return context && context <= TD_MAX_CONTEXTS
		       ? &book->locksets[book->contexts[context - 1].lockset % TD_MAX_LOCKSETS]
		       : NULL;
}

static void add_locks(struct td_channel *channel, const struct td_data_race *race, int side)
{
	const struct td_lockset *set = locks_of(&channel->races, race->context[side]);

	for (uint32_t i = 0; set && i < set->count && i < TD_LOCKS_IN_SET; i++)
		add_event(channel, (struct td_event){ .object = set->locks[i], .thread = (uint16_t)race->thread[side],
						      .kind = set->shared >> i & 1 ? TD_RDLOCK : TD_LOCK }, 0);
}

static void add_access(struct td_channel *channel, const struct td_data_race *race, int side)
{
	add_event(channel,
		  (struct td_event){.object = race->address[side],
				    .pc = race->pc[side],
				    .op = (uint32_t)race->op[side],
				    .size = race->size[side],
				    .thread = (uint16_t)race->thread[side],
				    .kind = race->access[side] & TD_ACCESS_WRITES ? TD_WRITE : TD_READ,
				    .flags = race->access[side] & TD_ACCESS_ATOMIC ? TD_F_ATOMIC : 0},
		  (uint32_t)side);
}

/* Of the first access only the place is known. */
static void set_stacks(struct td_channel *channel, const struct td_data_race *race)
{
	channel->stacks[0] = (struct td_stack){ .count = 1, .frames = { race->pc[0] } };
	channel->stacks[1] =
		(struct td_stack){.count = race->frame_count < TD_RACE_FRAMES ? race->frame_count : TD_RACE_FRAMES};
	memcpy(channel->stacks[1].frames, race->frames, channel->stacks[1].count * sizeof *race->frames);
	channel->stack_count = STACKS;
}

static void describe(struct td_channel *channel, const struct td_data_race *race)
{
	struct td_ended *ended = &channel->ended;

	channel->job.detail = 1; /* there are stacks */
	ended->event_count = ended->segment_count = ended->choice_count = 0;
	set_stacks(channel, race);
	add_locks(channel, race, 0);
	add_locks(channel, race, 1);
	add_access(channel, race, 0);
	add_access(channel, race, 1);
	ended->end = TD_END_RACE;
	ended->thread = race->thread[1];
	ended->object = race->address[0] > race->address[1] ? race->address[0] : race->address[1];
	ended->pc = race->pc[1];
	ended->frame_count = channel->stacks[1].count;
	memcpy(ended->frames, race->frames, ended->frame_count * sizeof *ended->frames);
	ended->race_event = ended->event_count - 1;
	ended->race_adjacent = 0;
	ended->message[0] = 0;
}

static struct td_trace *trace_of(struct td_explorer *self, const struct td_data_race *race)
{
	struct td_channel *channel = self->session->channel;
	struct loan loan;
	struct td_trace *trace;

	borrow(&loan, channel);
	describe(channel, race);
	trace = td_trace_capture(channel, self->command, "", 0);
	give_back(&loan, channel);
	return trace;
}

void td_unconfirmed_keep(struct td_explorer *self, uint64_t key, const struct td_data_race *race, char *why)
{
	struct td_unconfirmed unconfirmed = { .key = key, .trace = trace_of(self, race) };

	unconfirmed.trace->unconfirmed = why;
	TD_PUSH(&self->unconfirmed, unconfirmed);
}

static bool is_confirmed(const struct td_findings *findings, uint64_t key)
{
	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].key == key)
			return findings->items[i].confirmed;
	return false;
}

static void tell(struct td_explorer *self, const struct td_trace *trace)
{
	const struct td_explore_options *options = self->options;
	struct td_summary *summary = self->summary;

	summary->unconfirmed--;
	if (options->silenced && options->silenced(options->context, trace))
		return;
	options->found(options->context, trace);
	summary->findings++;
	summary->races++;
	summary->doubtful++;
}

void td_unconfirmed_tell(struct td_explorer *self)
{
	struct td_unconfirmed_list *list = &self->unconfirmed;

	for (size_t i = 0; i < list->count; i++) {
		if (!is_confirmed(&self->findings, list->items[i].key))
			tell(self, list->items[i].trace);
		td_trace_free(list->items[i].trace);
	}
	free(list->items);
}
