#include "schedule.h"

#include <stdlib.h>
#include <string.h>

struct td_schedule *td_schedule_copy(const struct td_channel *channel)
{
	const struct td_ended *ended = &channel->ended;
	struct td_schedule *self = td_alloc(sizeof *self);

	self->segment_count = ended->segment_count < TD_MAX_SEGMENTS ? ended->segment_count : TD_MAX_SEGMENTS;
	self->choice_count = ended->choice_count < TD_MAX_CHOICES ? ended->choice_count : TD_MAX_CHOICES;
	self->endless = ended->end == TD_END_ENDLESS;
	self->period = self->endless ? (uint32_t)ended->status : 0;
	self->segments = td_alloc(self->segment_count * sizeof *self->segments);
	self->choices = td_alloc(self->choice_count * sizeof *self->choices);
	memcpy(self->segments, channel->segments, self->segment_count * sizeof *self->segments);
	memcpy(self->choices, channel->choices, self->choice_count * sizeof *self->choices);
	return self;
}

struct td_schedule *td_schedule_of(const struct td_trace *trace)
{
	struct td_schedule *self = td_alloc(sizeof *self);

	self->segments = td_copy(trace->segments, trace->segment_count * sizeof *trace->segments);
	self->segment_count = trace->segment_count;
	self->choices = td_copy(trace->choices, trace->choice_count * sizeof *trace->choices);
	self->choice_count = trace->choice_count;
	self->endless = trace->ended.end == TD_END_ENDLESS;
	self->period = self->endless ? (uint32_t)trace->ended.status : 0;
	return self;
}

void td_schedules_free(struct td_schedules *self)
{
	for (size_t i = 0; i < self->count; i++)
		td_schedule_free(self->items[i]);
	free(self->items);
}

void td_schedule_free(struct td_schedule *self)
{
	free(self->segments);
	free(self->choices);
	free(self);
}

struct td_job td_schedule_job(const struct td_schedule *self, const struct td_job *like)
{
	struct td_job job = *like;

	job.kind = TD_JOB_FOLLOW;
	job.isolate = TD_ISOLATE_INPLACE; /* a fresh process makes one execution */
	job.first = 0;
	job.count = 1;
	job.segment_count = self->segment_count;
	job.choice_count = self->choice_count;
	job.detail = 0;
	job.learn = 0;
	job.hash_all = 0;
	job.stop_in_gdb = 0;
	job.races = 0;
	job.lenient = job.gives_up = 0;
	job.endless = (uint8_t)self->endless;
	job.period = self->period;
	return job;
}

/* An empty schedule has no arrays. */
static void copy_items(void *to, const void *from, size_t size)
{
	if (size)
		memcpy(to, from, size);
}

void td_schedule_give(const struct td_schedule *self, struct td_channel *channel)
{
	copy_items(channel->segments, self->segments, self->segment_count * sizeof *self->segments);
	copy_items(channel->choices, self->choices, self->choice_count * sizeof *self->choices);
}

static void add_segment(struct td_schedule *self, uint32_t thread, uint64_t until)
{
	struct td_segment *last = self->segment_count ? &self->segments[self->segment_count - 1] : NULL;

	if (last && last->thread == thread)
		last->until = until;
	else
		self->segments[self->segment_count++] = (struct td_segment){.thread = thread, .until = until};
}

struct td_schedule *td_schedule_cut(const struct td_trace *trace, uint32_t events, uint32_t choices)
{
	struct td_schedule *self = td_alloc(sizeof *self);

	self->segments = td_alloc(((size_t)events + 1) * sizeof *self->segments);
	for (uint32_t i = 0; i < events && i < trace->event_count; i++)
		add_segment(self, trace->events[i].raw.thread, (uint64_t)trace->events[i].raw.op + 1);
	self->choice_count = choices < trace->choice_count ? choices : trace->choice_count;
	self->choices = td_copy(trace->choices, self->choice_count * sizeof *trace->choices);
	return self;
}

struct td_schedule *td_schedule_then(const struct td_schedule *self, uint32_t thread)
{
	struct td_schedule *longer = td_alloc(sizeof *longer);
	uint64_t done = 0;

	longer->segments = td_alloc(((size_t)self->segment_count + 1) * sizeof *longer->segments);
	copy_items(longer->segments, self->segments, self->segment_count * sizeof *self->segments);
	longer->segment_count = self->segment_count;
	longer->choices = td_copy(self->choices, self->choice_count * sizeof *self->choices);
	longer->choice_count = self->choice_count;
	for (uint32_t i = 0; i < self->segment_count; i++)
		if (self->segments[i].thread == thread)
			done = self->segments[i].until;
	add_segment(longer, thread, done + 1);
	return longer;
}

uint32_t td_schedule_switches(const struct td_schedule *self)
{
	uint32_t count = 0;

	for (uint32_t i = 1; i < self->segment_count; i++)
		count += self->segments[i].thread != self->segments[i - 1].thread;
	return count;
}
