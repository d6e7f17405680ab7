#include "trace_document.h"

#include "commands.h"
#include "report/trace_result.h"

#include <stdlib.h>

void td_write_trace_document(struct td_output *output, const struct td_trace *trace, const char *file,
			     const char *verdict, int exit_status)
{
	char *closing = td_output_end_closing(output), *line;
	struct td_document document = { .command = &trace->command, .verdict = verdict, .closing = closing,
					.exit_status = exit_status };

	if (td_output_wants_document(output) && td_end_is_finding(trace->ended.end)) {
		line = td_replay_line(file);
		TD_PUSH(&document.results, td_trace_result(trace, file, line));
		free(line);
	}
	td_output_end(output, &document);
	td_results_clear(&document.results);
	free(closing);
}
