#include "futures_text.h"

#include "report/report.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

struct counts {
	unsigned long long uses, possible, impossible, unknown;
};

static const char *verdict_word(const struct td_futures *futures, const struct td_definition *definition)
{
	return definition->schedule ? "possible" : futures->is_complete ? "impossible" : "not known";
}

static void print_definition(struct td_guide *guide, const struct td_futures *futures, const struct td_use *use,
			     const struct td_definition *definition, FILE *out)
{
	struct td_named named = td_named_definition(guide, use, definition);
	char *by = named.thread ? td_format(" by %s", named.thread) : td_strdup("");

	fprintf(out, "  %-10s  %s%s", verdict_word(futures, definition), named.place, by);
	if (named.value)
		fprintf(out, ": %s", named.value);
	if (definition->count)
		fprintf(out, "  (%llu of %llu futures)", (unsigned long long)definition->count,
			(unsigned long long)futures->executions);
	fprintf(out, "\n");
	free(by);
	td_named_clear(&named);
}

static void print_use(struct td_guide *guide, const struct td_futures *futures, const struct td_use *use, FILE *out)
{
	struct td_named named = td_named_use(guide, use);

	fprintf(out, "%s  %s read%s %s\n", named.place, named.thread, use->thread == TD_THREADS_SEVERAL ? "" : "s",
		named.object ? named.object : "memory");
	for (size_t i = 0; i < use->count; i++)
		print_definition(guide, futures, use, &use->items[i], out);
	fprintf(out, "\n");
	td_named_clear(&named);
}

static void count(struct counts *counts, const struct td_futures *futures, const struct td_use *use)
{
	counts->uses++;
	for (size_t i = 0; i < use->count; i++) {
		counts->possible += use->items[i].schedule != NULL;
		counts->impossible += !use->items[i].schedule && futures->is_complete;
		counts->unknown += !use->items[i].schedule && !futures->is_complete;
	}
}

/* What is looked at is said with it: the last line. */
void td_futures_text(struct td_guide *guide, const struct td_futures *futures, bool every, FILE *out)
{
	struct counts counts = {0};

	for (size_t i = 0; i < futures->count; i++)
		if (every || td_use_is_open(&futures->items[i])) {
			print_use(guide, futures, &futures->items[i], out);
			count(&counts, futures, &futures->items[i]);
		}
	fprintf(out, "%s: %llu read%s, %llu possible, %llu impossible, %llu not known; %llu futures\n",
		futures->is_complete ? "complete" : "stopped", counts.uses, td_counted(counts.uses, "", "s"),
		counts.possible, counts.impossible, counts.unknown, (unsigned long long)futures->executions);
}

static char *instance_words(const struct td_trace *trace, const struct td_instance *instance, bool is_read)
{
	const struct td_trace_event *event = instance->pc ? td_instance_in(trace, instance) : NULL;
	char *place, *words;

	if (!event)
		return td_strdup("beginning");
	place = td_words_place(&trace->sites[event->site]);
	words = is_read ? td_format("%s reads %s", place, trace->names[event->name]) : td_strdup(place);
	free(place);
	return words;
}

static void print_combination(const struct td_trace *trace, const struct td_combination *one, size_t number, FILE *out)
{
	char *headline = td_report_headline(trace);

	fprintf(out, "future %zu: %s\n", number, headline);
	for (size_t i = 0; i < one->count; i++) {
		char *read = instance_words(trace, &one->reads[i], true),
		     *write = instance_words(trace, &one->writes[i], false);
		const struct td_trace_event *event = td_instance_in(trace, &one->reads[i]);
		uint32_t value = !event ? 0 : event->raw.kind == TD_RMW ? event->before : event->value;

		fprintf(out, "  %s = %s <- %s\n", read, trace->names[value], write);
		free(read);
		free(write);
	}
	if (trace->output_size)
		fprintf(out, "  prints: %.*s%s", (int)trace->output_size, trace->output,
			trace->output[trace->output_size - 1] == '\n' ? "" : "\n");
	free(headline);
}

void td_combinations_text(struct td_guide *guide, const struct td_combinations *all, FILE *out)
{
	unsigned long long failing = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct td_trace *trace = td_guide_replay(guide, all->items[i].schedule);

		if (!trace)
			break;
		failing += td_end_is_finding(trace->ended.end);
		print_combination(trace, &all->items[i], i + 1, out);
		td_trace_free(trace);
	}
	fprintf(out, "%s: %zu futures in %llu executions, %llu of them fail\n",
		all->ways.is_complete ? "complete" : "stopped", all->count, (unsigned long long)all->ways.executions,
		failing);
}

void td_future_text(const struct td_future *future, const struct td_picks *picks, const char *file, FILE *out)
{
	char *headline = future->trace ? td_report_headline(future->trace) : NULL;

	for (size_t i = 0; i < picks->count; i++)
		fprintf(out, "%s%s", i ? ", " : "", picks->items[i].text);
	if (future->verdict == TD_GUIDED_REACHED) {
		fprintf(out, ": possible\n");
		fwrite(future->trace->output, 1, future->trace->output_size, out);
		fprintf(out, "%s\n", headline);
	} else if (future->verdict == TD_GUIDED_IMPOSSIBLE) {
		fprintf(out, ": impossible: no execution of all %llu has it\n", (unsigned long long)future->executions);
		if (future->circle)
			fprintf(out, "because\n%s", future->circle);
	} else {
		fprintf(out, ": not known; none of %llu executions has it\n", (unsigned long long)future->executions);
	}
	if (file)
		fprintf(out, "trace: %s\n", file);
	free(headline);
}
