/* Data races and predicted deadlocks that treadle.suppress silences: they are not reported, not written, not counted.
 */
#ifndef TD_CLI_SILENCE_H
#define TD_CLI_SILENCE_H

#include "base/suppress.h"
#include "explore/explore.h"

struct td_silence {
	const char *file;        /* NULL: treadle.suppress, if there is one */
	struct td_suppressions *list;
	uint64_t races, deadlocks; /* that were silenced */
};

/* An entry of a table of options. */
#define TD_SILENCE_OPTION(to)                                            \
	{ "suppress", 0, TD_OPTION_STRING, &(to)->file, "FILE",          \
	  .help = "races and predicted deadlocks not to report (treadle.suppress)" }

void td_silence_open(struct td_silence *self);

/* Whether an execution is a data race that is not to be reported. */
int td_silence_race(struct td_silence *self, const struct td_trace *trace);

/* Takes out those that are not to be reported. */
void td_silence_predicted(struct td_silence *self, struct td_predicted_list *list);

/* Says on standard output how much was silenced, and warns of entries that were good for nothing, as far as that can be
 * said: of a search that was stopped it cannot, nor of predictions where everything was tried, for then there are none.
 */
void td_silence_end(struct td_silence *self, enum td_verdict verdict, int looked_for_races);

#endif
