/* An exploration as a document (report/document.h). */
#ifndef TD_CLI_EXPLORE_DOCUMENT_H
#define TD_CLI_EXPLORE_DOCUMENT_H

#include "report/document.h"

/* All but the results and what a td_output knows. */
struct td_document td_explore_document(const struct td_command *command, const struct td_summary *summary,
				       uint64_t max_events);

#endif
