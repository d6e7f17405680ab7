#include "parents.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/base.h"

struct entry {
	Dwarf_Off offset;
	uint32_t parent;         /* its index; of the unit's own entry, which is the first, 0 */
};

struct unit {
	Dwarf *dwarf;
	struct entry *items;     /* by offset, for that is the order they are come to in */
	size_t count, room;
};

static struct {
	struct unit *items;
	size_t count, room;
} units;

static void add(struct unit *unit, Dwarf_Die *die, uint32_t parent)
{
	uint32_t own = (uint32_t)unit->count;
	Dwarf_Die child;

	TD_PUSH(unit, ((struct entry){ dwarf_dieoffset(die), parent }));
	if (dwarf_child(die, &child))
		return;
	do
		add(unit, &child, own);
	while (dwarf_siblingof(&child, &child) == 0);
}

static const struct unit *unit_of(Dwarf *dwarf, Dwarf_Die *first)
{
	struct unit unit = { .dwarf = dwarf };

	for (size_t i = 0; i < units.count; i++)
		if (units.items[i].dwarf == dwarf && units.items[i].items->offset == dwarf_dieoffset(first))
			return &units.items[i];
	add(&unit, first, 0);
	TD_PUSH(&units, unit);
	return &units.items[units.count - 1];
}

static const struct entry *find(const struct unit *unit, Dwarf_Off offset)
{
	size_t low = 0, high = unit->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (unit->items[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < unit->count && unit->items[low].offset == offset ? &unit->items[low] : NULL;
}

int td_parents(Dwarf_Die *die, Dwarf_Die **list)
{
	struct {
		Dwarf_Die *items;
		size_t count, room;
	} found = { 0 };
	Dwarf_Die first, at = *die;

	*list = NULL;
	if (!dwarf_diecu(die, &first, NULL, NULL))
		return 0;
	const struct unit *unit = unit_of(dwarf_cu_getdwarf(die->cu), &first);
	const struct entry *entry = find(unit, dwarf_dieoffset(die));

	for (; entry; entry = &unit->items[entry->parent]) {
		TD_PUSH(&found, at);
		if (entry == unit->items || !dwarf_offdie(unit->dwarf, unit->items[entry->parent].offset, &at))
			break;
	}
	*list = found.items;
	return (int)found.count;
}

void td_parents_forget(Dwarf *dwarf)
{
	size_t kept = 0;

	for (size_t i = 0; i < units.count; i++)
		if (units.items[i].dwarf != dwarf)
			units.items[kept++] = units.items[i];
		else
			free(units.items[i].items);
	units.count = kept;
}
