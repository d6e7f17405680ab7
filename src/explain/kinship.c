#include "kinship.h"

#include <stdlib.h>

#include "base/base.h"
#include "wire/channel.h"

static uint64_t mix(uint64_t a, uint64_t b)
{
	return (a ^ b) * 0x9e3779b97f4a7c15ull + (a >> 29);
}

/* How many threads its thread has created there before this event. */
static uint32_t number_of(const struct td_event *events, const uint32_t *creations, uint32_t count,
			  const struct td_event *event)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < count; i++)
		number += events[creations[i]].thread == event->thread && events[creations[i]].pc == event->pc;
	return number;
}

static uint32_t find(struct td_kinship *self, uint64_t line)
{
	for (uint32_t i = 0; i < self->count; i++)
		if (self->items[i] == line)
			return i;
	TD_PUSH(self, line);
	return (uint32_t)self->count - 1;
}

uint32_t td_kinship_threads(const struct td_event *events, uint32_t event_count)
{
	uint32_t count = 1;

	for (uint32_t i = 0; i < event_count; i++)
		if (events[i].kind == TD_CREATE && events[i].object < TD_MAX_THREADS && events[i].object >= count)
			count = (uint32_t)events[i].object + 1;
		else if (events[i].thread >= count)
			count = events[i].thread + 1u;
	return count;
}

void td_kinship_of(struct td_kinship *self, const struct td_event *events, uint32_t event_count, uint32_t thread_count,
		   uint32_t *kin)
{
	uint64_t *lines = td_alloc((thread_count + 1) * sizeof *lines);
	uint32_t *creations = td_alloc((thread_count + 1) * sizeof *creations), count = 0;

	for (uint32_t i = 0; i < thread_count; i++)
		lines[i] = i;
	for (uint32_t i = 0; i < event_count && count < thread_count; i++) {
		const struct td_event *event = &events[i];

		if (event->kind != TD_CREATE || !event->object || event->object >= thread_count)
			continue;
		lines[event->object] =
			mix(mix(lines[event->thread], event->pc), number_of(events, creations, count, event));
		creations[count++] = i;
	}
	for (uint32_t i = 0; i < thread_count; i++)
		kin[i] = find(self, lines[i]);
	free(lines);
	free(creations);
}
