#include "result.h"

#include <stdlib.h>
#include <string.h>

static void clear_location(struct td_location *self)
{
	free(self->file);
	free(self->directory);
	free(self->function);
	free(self->source);
	free(self->message);
}

static void clear_locations(struct td_locations *self)
{
	for (size_t i = 0; i < self->count; i++)
		clear_location(&self->items[i]);
	free(self->items);
}

static void clear_flows(struct td_flows *self)
{
	for (size_t i = 0; i < self->count; i++) {
		struct td_flow *flow = &self->items[i];

		for (size_t j = 0; j < flow->count; j++)
			clear_location(&flow->items[j].location);
		free(flow->items);
		free(flow->thread);
	}
	free(self->items);
}

static void clear_standings(struct td_standings *self)
{
	for (size_t i = 0; i < self->count; i++) {
		free(self->items[i].thread);
		clear_location(&self->items[i].location);
		clear_locations(&self->items[i].stack);
	}
	free(self->items);
}

void td_result_clear(struct td_result *self)
{
	for (size_t i = 0; i < self->identity.count; i++)
		free(self->identity.items[i]);
	free(self->identity.items);
	free(self->headline);
	free(self->message);
	free(self->cause);
	free(self->excerpt);
	free(self->text);
	free(self->replay_file);
	free(self->replay_command);
	free(self->unconfirmed);
	clear_location(&self->place);
	clear_locations(&self->stack);
	clear_locations(&self->related);
	clear_flows(&self->flows);
	clear_standings(&self->threads);
	*self = (struct td_result){ 0 };
}

void td_results_clear(struct td_results *self)
{
	for (size_t i = 0; i < self->count; i++)
		td_result_clear(&self->items[i]);
	free(self->items);
	*self = (struct td_results){ 0 };
}

char *td_result_sentences(const struct td_result *self)
{
	return self->cause ? td_format("%s. Cause: %s.", self->headline, self->cause) : td_strdup(self->headline);
}

char *td_result_fingerprint(const struct td_result *self)
{
	uint64_t hash = td_hash_bytes(self->rule->id, strlen(self->rule->id) + 1, 0);

	for (size_t i = 0; i < self->identity.count; i++) /* with the zero byte: "a", "bc" is not "ab", "c" */
		hash = td_hash_bytes(self->identity.items[i], strlen(self->identity.items[i]) + 1, hash);
	return td_format("%016llx", (unsigned long long)hash);
}

const char *td_level_word(enum td_level level)
{
	static const char *const words[] = {
		[TD_LEVEL_ERROR] = "error", [TD_LEVEL_WARNING] = "warning", [TD_LEVEL_NOTE] = "note"};

	return words[level];
}
