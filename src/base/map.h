/* Two small tables: numbers to indices, and strings to indices.
 *
 * Both only grow.  A slot of a map that was never set holds TD_MAP_NONE, so looking up and adding are the same call. */
#ifndef TD_BASE_MAP_H
#define TD_BASE_MAP_H

#include "base.h"

#define TD_MAP_NONE UINT32_MAX

struct td_map {
	uint64_t *keys;
	uint32_t *values;
	size_t count, room;
};

/* The value of KEY, to read or to set; stays valid until the next call. */
uint32_t *td_map_slot(struct td_map *map, uint64_t key);
void td_map_clear(struct td_map *map);

/* Each string once; the index of a string never changes. */
struct td_intern {
	struct td_strings strings;
	struct td_map map;
};

uint32_t td_intern_add(struct td_intern *table, const char *text);
void td_intern_clear(struct td_intern *table);

#endif
