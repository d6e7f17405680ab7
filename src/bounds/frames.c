#include "frames.h"

static const struct td_frame *frame_of(const struct td_frames *self, uint32_t frame)
{
	return &self->items[frame - 1];
}

bool td_frame_enter(struct td_frames *self, uint32_t outer, uint32_t call, uint32_t function, uint32_t *frame)
{
	unsigned depth = 0;

	for (*frame = outer; *frame; *frame = frame_of(self, *frame)->outer, depth++)
		if (frame_of(self, *frame)->function == function)
			return true;
	for (*frame = 1; *frame <= self->count; (*frame)++) {
		const struct td_frame *known = frame_of(self, *frame);

		if (known->call == call && known->function == function && known->outer == outer)
			return true;
	}
	if (depth == TD_DEEPEST_FRAME || self->count == TD_MOST_FRAMES)
		return false;
	self->items[self->count++] = (struct td_frame){ call, function, outer };
	return true;
}

bool td_names_has(const struct td_names *self, uint32_t name)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i] == name)
			return true;
	return false;
}

void td_names_add(struct td_names *self, uint32_t name)
{
	if (td_names_has(self, name))
		return;
	if (!name || self->count == TD_MOST_NAMES)
		self->is_unknown = true;
	else
		self->items[self->count++] = name;
}
