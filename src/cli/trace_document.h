/* One execution as a document (report/document.h). */
#ifndef TD_CLI_TRACE_DOCUMENT_H
#define TD_CLI_TRACE_DOCUMENT_H

#include "output.h"

/* Ends the closing that was begun, and writes the document if one is wanted.  FILE is the trace's; VERDICT "replayed"
 * or "recorded". */
void td_write_trace_document(struct td_output *output, const struct td_trace *trace, const char *file,
			     const char *verdict, int exit_status);

#endif
