#include "races_table.h"

#include "report/paint.h"

#include <stdlib.h>

enum { COLUMNS = 4, WIDEST = 40 };

struct line {
	char *cells[COLUMNS];
};

static struct line line_of(const struct td_race_place *place)
{
	char *name = place->alike > 1 ? td_format("%s (%u)", place->name, place->alike) : td_strdup(place->name);
	char *accesses = place->unlocked && place->unlocked < place->accesses
				 ? td_format("%llu, %llu unlocked", (unsigned long long)place->accesses,
					     (unsigned long long)place->unlocked)
				 : td_format("%llu", (unsigned long long)place->accesses);

	return (struct line){{name, td_strdup(place->lock ? place->lock : "none"), accesses,
			      td_strdup(td_race_place_verdict(place))}};
}

static void widen(int *widths, const struct line *line)
{
	for (int i = 0; i < COLUMNS; i++) {
		int width = td_text_width(line->cells[i]);

		if (width > widths[i] && width <= WIDEST)
			widths[i] = width;
	}
}

static void print_line(const struct td_paint *paint, const struct line *line, const int *widths, enum td_colour colour)
{
	for (int i = 0; i < COLUMNS; i++) {
		td_paint(paint, colour, line->cells[i]);
		if (i + 1 < COLUMNS)
			td_paint_pad(paint, td_text_width(line->cells[i]) > widths[i]
						    ? 2
						    : widths[i] - td_text_width(line->cells[i]) + 2);
	}
	fputc('\n', paint->out);
}

/* Races first, then what is kept apart by less than a lock. */
static int rank(const struct td_race_place *place)
{
	if (place->met & TD_PAIR_RACED)
		return 0;
	return place->met & TD_PAIR_BENIGN ? 1 : place->met == TD_PAIR_ORDERED ? 2 : place->met ? 3 : 4;
}

void td_races_table_print(const struct td_race_places *places)
{
	static char variable[] = "variable", lock[] = "consistent lock", accesses[] = "accesses", verdict[] = "verdict";
	struct line head = { { variable, lock, accesses, verdict } }, *lines = td_alloc(places->count * sizeof *lines);
	struct td_paint paint = td_paint_open(stdout);
	int widths[COLUMNS] = { 0 };

	widen(widths, &head);
	for (size_t i = 0; i < places->count; i++) {
		lines[i] = line_of(&places->items[i]);
		widen(widths, &lines[i]);
	}
	if (places->count)
		print_line(&paint, &head, widths, TD_BOLD);
	for (int now = 0; now <= 4; now++)
		for (size_t i = 0; i < places->count; i++)
			if (rank(&places->items[i]) == now)
				print_line(&paint, &lines[i], widths, now ? TD_PLAIN : TD_RED);
	for (size_t i = 0; i < places->count; i++)
		for (int k = 0; k < COLUMNS; k++)
			free(lines[i].cells[k]);
	free(lines);
	if (places->are_partial)
		printf("there were too many places to write down all: some are missing here, and some accesses are not "
		       "counted\n");
	printf("%s", places->count ? "\n" : "");
}
