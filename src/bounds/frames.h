/* Call strings: by which calls the function that is looked at was come to.
 *
 * register(&jobs, run) and register(&ends, stop) are two calls of one function; inside it, what its first parameter is
 * and what its second one is belong together by the call.  A frame is a call and the frame that the call stands in;
 * frame 0 knows nothing of its callers.  A function that comes to call itself is in the frame that it was in before. */
#ifndef TD_BOUNDS_FRAMES_H
#define TD_BOUNDS_FRAMES_H

#include "program.h"

enum { TD_MOST_FRAMES = 256, TD_DEEPEST_FRAME = 8 };

struct td_frames {
	struct td_frame {
		uint32_t call, function; /* the function that is called, by number */
		uint32_t outer;
	} items[TD_MOST_FRAMES];
	size_t count;                    /* without frame 0 */
};

/* The frame of a function that is called in another frame; false if that goes too deep. */
bool td_frame_enter(struct td_frames *self, uint32_t outer, uint32_t call, uint32_t function, uint32_t *frame);

/* Names of variables and fields. */
enum { TD_MOST_NAMES = 48 };

struct td_names {
	uint32_t items[TD_MOST_NAMES];
	size_t count;
	bool is_unknown;                 /* there may be more */
};

bool td_names_has(const struct td_names *self, uint32_t name);
void td_names_add(struct td_names *self, uint32_t name);

#endif
