#include "silence.h"

#include "report/subject.h"

#include <stdlib.h>

void td_silence_open(struct td_silence *self)
{
	self->list = td_suppressions_read(self->file);
}

int td_silence_race(struct td_silence *self, const struct td_trace *trace)
{
	struct td_suppress_subject subject;
	int silenced;

	if (trace->ended.end != TD_END_RACE)
		return 0;
	subject = td_race_subject(trace);
	silenced = td_suppressed(self->list, "race", &subject) != NULL;
	td_suppress_subject_clear(&subject);
	self->races += (uint64_t)silenced;
	return silenced;
}

static int is_silenced(struct td_silence *self, const struct td_predicted *predicted)
{
	struct td_suppress_subject subject = { 0 };
	int silenced;

	for (uint32_t i = 0; i < predicted->length; i++) {
		td_subject_add_site(&subject, &predicted->sites[i]);
		TD_PUSH(&subject.variables, predicted->locks[i]);
	}
	silenced = td_suppressed(self->list, "deadlock", &subject) != NULL;
	td_suppress_subject_clear(&subject);
	return silenced;
}

void td_silence_predicted(struct td_silence *self, struct td_predicted_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (!is_silenced(self, &list->items[i])) {
			list->items[kept++] = list->items[i];
			continue;
		}
		td_predicted_clear(&list->items[i]);
		self->deadlocks++;
	}
	list->count = kept;
}

void td_silence_end(struct td_silence *self, enum td_verdict verdict, int looked_for_races)
{
	if (self->races)
		printf("silenced: %llu data race%s\n", (unsigned long long)self->races, self->races == 1 ? "" : "s");
	if (self->deadlocks)
		printf("silenced: %llu predicted deadlock%s\n", (unsigned long long)self->deadlocks,
		       self->deadlocks == 1 ? "" : "s");
	if (verdict != TD_STOPPED && looked_for_races)
		td_suppressions_warn_unused(self->list, "race");
	if (verdict == TD_BOUNDED)
		td_suppressions_warn_unused(self->list, "deadlock");
	td_suppressions_free(self->list);
}
