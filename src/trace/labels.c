#include "labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

/* The function at PC if it is the program's own, not the C++ library's. */
static char *own_function(struct td_symbols *symbols, uint64_t pc, enum td_pc how)
{
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(symbols, pc, how, sites, TD_MAX_FRAMES);
	char *name = NULL;

	for (uint32_t i = count; i-- > 0 && !name;)
		if (td_site_is_own(&sites[i]) && strncmp(sites[i].function, "std::", 5))
			name = td_strdup(sites[i].function);
	td_sites_clear(sites, count);
	return name;
}

/* The outermost function of the program's own. */
static char *from_frames(struct td_symbols *symbols, const uint64_t *frames, uint32_t count)
{
	char *name = NULL;

	for (uint32_t at = count < TD_MAX_FRAMES ? count : TD_MAX_FRAMES; at-- > 0 && !name;)
		name = own_function(symbols, frames[at], TD_PC_RETURN);
	return name;
}

/* A std::thread starts in the library: what is on its stack names it. */
static char *from_stack(struct td_symbols *symbols, const struct td_channel *channel, uint32_t thread)
{
	uint32_t count = channel->ended.event_count < TD_MAX_EVENTS ? channel->ended.event_count : TD_MAX_EVENTS;
	char *name = NULL;

	for (uint32_t i = 0; i < count && !name; i++) {
		uint32_t number = channel->event_stacks[i];

		if (channel->events[i].thread == thread && number < channel->stack_count && number < TD_MAX_STACKS)
			name = from_frames(symbols, channel->stacks[number].frames, channel->stacks[number].count);
	}
	if (name)
		return name;
	return from_frames(symbols, channel->threads[thread].frames, channel->threads[thread].frame_count);
}

static char *label_of(struct td_symbols *symbols, const struct td_channel *channel, uint32_t thread)
{
	const struct td_thread_info *info = &channel->threads[thread];
	char *name;

	if (info->name[0])
		return td_format("%.*s", (int)sizeof info->name, info->name);
	if (!thread)
		return td_strdup("main");
	name = own_function(symbols, info->start, TD_PC_EXACT);
	if (!name && channel->job.detail)
		name = from_stack(symbols, channel, thread);
	return name ? name : td_format("thread %u", thread);
}

static bool is_among(char *const *labels, uint32_t count, const char *label)
{
	for (uint32_t i = 0; i < count; i++)
		if (!strcmp(labels[i], label))
			return true;
	return false;
}

/* LABEL for the NUMBER-th thread called so.  A program may have named one of its threads "worker#2" itself. */
static char *numbered(const char *label, uint32_t number, char *const *labels, uint32_t count)
{
	char *text = number > 1 ? td_format("%s#%u", label, number) : td_strdup(label);

	while (is_among(labels, count, text)) {
		free(text);
		text = td_format("%s#%u", label, ++number);
	}
	return text;
}

char **td_labels_make(struct td_symbols *symbols, const struct td_channel *channel, uint32_t count)
{
	char **labels = td_alloc(count * sizeof *labels);
	struct td_intern seen = { 0 };
	uint32_t *times = td_alloc((count + 1) * sizeof *times);

	for (uint32_t i = 0; i < count; i++) {
		char *label = label_of(symbols, channel, i);
		uint32_t number = ++times[td_intern_add(&seen, label)];

		labels[i] = numbered(label, number, labels, i);
		free(label);
	}
	td_intern_clear(&seen);
	free(times);
	return labels;
}

void td_labels_free(char **labels, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		free(labels[i]);
	free(labels);
}
