/* A call stack, a line for each frame of the program's own, and one for each run of frames of library headers.
 *
 * Frames without a file, and what lies around main or around the function of a thread, say nothing and are left out. */
#ifndef TD_REPORT_FRAMES_H
#define TD_REPORT_FRAMES_H

#include "paint.h"
#include "trace/trace.h"

void td_frames_print(const struct td_paint *paint, const struct td_trace *trace, const struct td_frame_list *stack,
		     int indent);

/* How many frames have a line of their own. */
uint32_t td_frames_told(const struct td_trace *trace, const struct td_frame_list *stack);

#endif
