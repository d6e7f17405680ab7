/* A unit under construction: nodes, functions and strings that grow.  A string is kept once.  treadle-parse makes one
 * of each file, the tool one of them all (program.h). */
#ifndef TD_BOUNDS_UNIT_H
#define TD_BOUNDS_UNIT_H

#include "node.h"

#include <stddef.h>
#include <stdio.h>

struct td_building {
	struct { struct td_node *items; size_t count, room; } nodes;
	struct { struct td_function *items; size_t count, room; } functions;
	struct { char *items; size_t count, room; } strings;
	uint32_t *table;        /* of strings, by hash */
	size_t table_size, table_used;
	uint32_t error, flags;
};

void td_building_begin(struct td_building *self);
void td_building_free(struct td_building *self);
uint32_t td_building_string(struct td_building *self, const char *text);
const char *td_building_text(const struct td_building *self, uint32_t string);
uint32_t td_building_node(struct td_building *self, struct td_node node);
/* Returns 0, or -1 if it could not be written. */
int td_building_send(const struct td_building *self, FILE *out);

#endif
