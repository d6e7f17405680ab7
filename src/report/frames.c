#include "frames.h"

#include <stdlib.h>

enum { WIDEST_FUNCTION = 40 };

static const struct td_site *site_of(const struct td_trace *trace, const struct td_frame_list *stack, uint32_t i)
{
	return &trace->sites[stack->sites[i]];
}

/* The program's own functions, and the one of a library without debug information that it is in. */
static bool is_told(const struct td_trace *trace, const struct td_frame_list *stack, uint32_t i)
{
	const struct td_site *site = site_of(trace, stack, i);

	return td_site_is_own(site) || (!i && !site->file && site->function[0] != '?');
}

uint32_t td_frames_told(const struct td_trace *trace, const struct td_frame_list *stack)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < stack->count; i++)
		count += is_told(trace, stack, i);
	return count;
}

/* Of the functions, but for those so long that their places need not stand in a column with the others'. */
static int function_width(const struct td_trace *trace, const struct td_frame_list *stack)
{
	int width = 0;

	for (uint32_t i = 0; i < stack->count; i++) {
		int own = is_told(trace, stack, i) ? td_text_width(site_of(trace, stack, i)->function) : 0;

		if (own > width && own <= WIDEST_FUNCTION)
			width = own;
	}
	return width;
}

static void print_frame(const struct td_paint *paint, const struct td_site *site, uint32_t i, int indent, int width)
{
	char *number = td_format("#%u ", i), *place = site->file ? td_format("%s:%d", site->file, site->line) : NULL;
	int before = indent + td_text_width(number), own = td_text_width(site->function);
	int gap = own > width ? 2 : width - own + 2;

	td_paint_pad(paint, indent);
	td_paint(paint, TD_DIM, number);
	td_paint(paint, TD_PLAIN, site->function);
	if (place && before + own + gap + td_text_width(place) > paint->width) {
		fputc('\n', paint->out);
		td_paint_pad(paint, before);
	} else if (place) {
		td_paint_pad(paint, gap);
	}
	td_paint(paint, TD_CYAN, place ? place : "");
	fputc('\n', paint->out);
	free(number);
	free(place);
}

/* The frames from FIRST up to END, if all of them are of headers: others, without a file, may be anything. */
static void print_run(const struct td_paint *paint, const struct td_trace *trace, const struct td_frame_list *stack,
		      uint32_t first, uint32_t end, int indent)
{
	for (uint32_t i = first; i < end; i++)
		if (!site_of(trace, stack, i)->file)
			return;
	td_paint_pad(paint, indent);
	td_paint_format(paint, TD_DIM, "… %u %s in library headers", end - first,
			td_counted(end - first, "frame", "frames"));
	fputc('\n', paint->out);
}

void td_frames_print(const struct td_paint *paint, const struct td_trace *trace, const struct td_frame_list *stack,
		     int indent)
{
	int width = function_width(trace, stack);
	uint32_t next = 0; /* frame to be told of */

	for (uint32_t i = 0; i < stack->count; i++) {
		if (!is_told(trace, stack, i))
			continue;
		if (i > next)
			print_run(paint, trace, stack, next, i, indent);
		print_frame(paint, site_of(trace, stack, i), i, indent, width);
		next = i + 1;
	}
}
