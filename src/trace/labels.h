/* What the threads are called: main, then by the name the program gave them or by their start function; "worker#2" is the
 * second of the same name. */
#ifndef TD_TRACE_LABELS_H
#define TD_TRACE_LABELS_H

#include "symbols.h"

char **td_labels_make(struct td_symbols *symbols, const struct td_channel *channel, uint32_t count);
void td_labels_free(char **labels, uint32_t count);

#endif
