#include "difference.h"

#include "cuts.h"
#include "trace/labels.h"
#include "trace/naming.h"

#include <stdlib.h>
#include <string.h>

/* The operations of the first run. */
struct run {
	struct td_hashed_op *ops;
	uint64_t count;
};

#define NONE UINT64_MAX

static uint64_t listed(const struct td_channel *channel)
{
	return channel->hashed_count < TD_MAX_HASHED ? channel->hashed_count : TD_MAX_HASHED;
}

static int is_same_op(const struct td_hashed_op *a, const struct td_hashed_op *b)
{
	return a->thread == b->thread && a->pc == b->pc && a->object == b->object && a->kind == b->kind;
}

/* The first operation that only one of them has, or that is another one. */
static uint64_t first_other_op(const struct run *first, const struct td_channel *second)
{
	uint64_t count = listed(second), least = first->count < count ? first->count : count;

	for (uint64_t i = 0; i < least; i++)
		if (!is_same_op(&first->ops[i], &second->hashed[i]))
			return i;
	return first->count == count ? NONE : least;
}

/* What differs there is why the threads go other ways later.  If they do not, what was in memory made no difference: it
 * may be left over from the run before, where a function has not written to its variables yet. */
static uint64_t first_other_value(const struct run *first, const struct td_channel *second, uint64_t end)
{
	for (uint64_t i = 0; i < end && i < first->count && i < listed(second); i++)
		if (first->ops[i].value != second->hashed[i].value && (end != NONE || first->ops[i].kind != TD_NONE))
			return i;
	return NONE;
}

static int is_whole(const struct run *first, const struct td_channel *second)
{
	return first->count < TD_MAX_HASHED && second->hashed_count < TD_MAX_HASHED;
}

static const struct td_module *module_of(const struct td_channel *channel, uint64_t address)
{
	for (uint32_t i = 0; i < channel->module_count && i < TD_MAX_MODULES; i++)
		if (address >= channel->modules[i].low && address < channel->modules[i].high)
			return &channel->modules[i];
	return NULL;
}

static char *variable_at(const struct td_channel *channel, uint64_t address)
{
	uint32_t threads = channel->ended.thread_count < TD_MAX_THREADS ? channel->ended.thread_count : TD_MAX_THREADS;
	struct td_symbols *symbols = td_symbols_open(channel->modules, channel->module_count);
	char **labels = td_labels_make(symbols, channel, threads);
	struct td_naming *naming = td_naming_open(symbols, channel, labels);
	struct td_name name = { 0 };
	char *words = NULL;

	if (td_naming_data(naming, address, 1, &name) && name.root)
		words = td_format("%s%s", name.root, name.path ? name.path : "");
	td_name_clear(&name);
	td_naming_close(naming);
	td_labels_free(labels, threads);
	td_symbols_close(symbols);
	return words;
}

/* A variable, a place in a library, or an address. */
static char *memory_words(const struct td_channel *channel, uint64_t address)
{
	const struct td_module *module = module_of(channel, address);
	char *words = variable_at(channel, address);

	if (words)
		return words;
	if (!module)
		return td_format("memory at 0x%llx", (unsigned long long)address);
	return td_format("%s+0x%llx", strrchr(module->path, '/') ? strrchr(module->path, '/') + 1 : module->path,
			 (unsigned long long)(address - module->base));
}

static char *place_words(const struct td_channel *channel, uint64_t pc)
{
	char *place = td_place_name(channel, pc);
	const struct td_module *module = module_of(channel, pc);

	if (place)
		return place;
	return td_format("%s+0x%llx", module ? module->path : "0",
			 (unsigned long long)(module ? pc - module->base : pc));
}

/* Of an event it is its result, of memory what was in it. */
static char *value_words(const struct td_channel *channel, const struct td_hashed_op *before,
			 const struct td_hashed_op *now)
{
	char *place = place_words(channel, now->pc), *what, *words;

	what = now->kind == TD_NONE ? memory_words(channel, now->object)
				    : td_format("the result of %s", td_kind_name(now->kind));
	words = td_format("%s was 0x%llx and then 0x%llx (%s)", what, (unsigned long long)before->value,
			  (unsigned long long)now->value, place);
	free(what);
	free(place);
	return words;
}

static char *op_place(const struct td_channel *channel, const struct td_hashed_op *ops, uint64_t count, uint64_t i)
{
	return i < count ? place_words(channel, ops[i].pc) : td_strdup("its end");
}

/* From the last operation that both have on; the threads are the same until then. */
static char *op_words(const struct td_channel *channel, const struct run *first, uint64_t i)
{
	char *before = op_place(channel, first->ops, first->count, i),
	     *now = op_place(channel, channel->hashed, listed(channel), i);
	char *last = i ? place_words(channel, channel->hashed[i - 1].pc) : td_strdup("its beginning");
	uint32_t thread = channel->hashed[i ? i - 1 : 0].thread;
	char *words;

	if (strcmp(before, now))
		words = td_format("thread %u goes on from %s to %s in one run, to %s in the other", thread, last,
				  before, now);
	else
		words = td_format("thread %u goes on from %s to %s, with 0x%llx in one run, 0x%llx in the other",
				  thread, last, now, (unsigned long long)first->ops[i].object,
				  (unsigned long long)channel->hashed[i].object);
	free(before);
	free(now);
	free(last);
	return words;
}

static char *describe(const struct run *first, const struct td_channel *second)
{
	uint64_t op = first_other_op(first, second), value = first_other_value(first, second, op);
	char *value_text = value == NONE ? NULL : value_words(second, &first->ops[value], &second->hashed[value]);
	char *op_text = op == NONE ? NULL : op_words(second, first, op), *words = NULL;

	if (value_text && op_text)
		words = td_format("the first difference: %s; %s", value_text, op_text);
	else if (value_text || op_text)
		words = td_format("the first difference: %s", value_text ? value_text : op_text);
	else if (is_whole(first, second))
		words = td_strdup("two more runs were the same: the first may have met something else outside of the "
				  "program, such as "
				  "a file that was not there yet");
	free(value_text);
	free(op_text);
	return words;
}

char *td_difference_find(struct td_session *session, const struct td_job *job)
{
	struct td_job listing = *job;
	struct run first = { 0 };
	char *words = NULL;

	listing.hash_all = TD_HASH_LIST;
	if (td_session_run(session, &listing) < 0)
		return NULL;
	first.count = listed(session->channel);
	first.ops = td_alloc(first.count * sizeof *first.ops + 1);
	memcpy(first.ops, session->channel->hashed, first.count * sizeof *first.ops);
	if (td_session_run(session, &listing) == 0)
		words = describe(&first, session->channel);
	free(first.ops);
	return words;
}
