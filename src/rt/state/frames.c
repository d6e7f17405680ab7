#include "frames.h"

#include "fiber.h"
#include "modules.h"

extern char __start_td_outermost[], __stop_td_outermost[];

struct walk {
	const struct td_fiber *fiber;
	uint64_t *frames, *cfa;
	uint32_t count;
};

static void add(struct walk *self, uint64_t pc, uint64_t cfa)
{
	if (self->count == TD_MAX_FRAMES)
		return;
	self->frames[self->count] = pc;
	if (self->cfa)
		self->cfa[self->count] = cfa;
	self->count++;
}

static int is_frame_of(const struct td_fiber *fiber, uint64_t frame)
{
	return frame >= fiber->stack.low && frame + 16 <= fiber->stack.high && !(frame & 7);
}

static int is_on_stack(const struct walk *self, uint64_t frame)
{
	return is_frame_of(self->fiber, frame);
}

/* A return address: behind the last instruction, if that calls something which does not return. */
static int is_outermost(uint64_t pc)
{
	return !pc || (pc > (uint64_t)__start_td_outermost && pc <= (uint64_t)__stop_td_outermost);
}

/* Is this the address behind a call instruction? */
static int follows_call(uint64_t pc)
{
	const uint8_t *code = (const uint8_t *)pc;
	return code[-5] == 0xe8 || code[-2] == 0xff || code[-3] == 0xff || code[-6] == 0xff;
}

/* Libraries of the system keep no frame pointers, so the frame pointer found inside them is that of the woven function that
 * called them; where it called from is on the stack, somewhere between. */
static void add_caller_of_library(struct walk *self, uint64_t from, uint64_t frame)
{
	if (!is_on_stack(self, frame) || from < self->fiber->stack.low)
		return;
	for (uint64_t at = from & ~7ull; at < frame; at += 8) {
		uint64_t pc = *(uint64_t *)at;
		if (!td_pc_is_woven(pc) || is_outermost(pc) || !follows_call(pc))
			continue;
		add(self, pc, frame + 16);
		return;
	}
}

uint32_t td_frames(const struct td_fiber *fiber, uint64_t pc, uint64_t sp, uint64_t frame, uint64_t *frames, uint64_t *cfa)
{
	struct walk walk = {fiber, frames, cfa, 0};
	int inside = !sp; /* still in the runtime, further in than pc */
	add(&walk, pc, sp && is_on_stack(&walk, frame) ? frame + 16 : 0);
	if (sp && !td_pc_is_woven(pc))
		add_caller_of_library(&walk, sp, frame);
	while (walk.count < TD_MAX_FRAMES && is_on_stack(&walk, frame)) {
		uint64_t up = ((uint64_t *)frame)[0], back = ((uint64_t *)frame)[1];
		if (is_outermost(back))
			break;
		if (inside && back == pc) {
			inside = 0;
			walk.count = 0;
		}
		add(&walk, back, is_on_stack(&walk, up) ? up + 16 : 0);
		if (!td_pc_is_woven(back))
			add_caller_of_library(&walk, frame + 16, up);
		if (up <= frame)
			break;
		frame = up;
	}
	return walk.count;
}

/* Do the frames lead to the outermost one?  Otherwise they may lie on a stack that the program has made. */
static int leads_outwards(const struct td_fiber *fiber, uint64_t frame)
{
	while (is_frame_of(fiber, frame)) {
		uint64_t up = ((uint64_t *)frame)[0], back = ((uint64_t *)frame)[1];
		if (is_outermost(back))
			return back != 0;
		if (up <= frame)
			return 0;
		frame = up;
	}
	return 0;
}

/* The frame of the hook that the fibre's pending operation has called is the outermost of the runtime's.  If it is not there, the
 * fibre has only been stopped between two operations, or each function of the runtime has jumped to the next one instead of
 * calling it: then the innermost frame may be the program's, and only what lies below the stack pointer is free for certain. */
static uint64_t end_of_runtime(const struct td_fiber *fiber, uint64_t frame)
{
	for (uint64_t at = frame; is_frame_of(fiber, at);) {
		uint64_t up = ((uint64_t *)at)[0], back = ((uint64_t *)at)[1];
		if (is_outermost(back) || up <= at)
			break;
		if (back == fiber->pending.pc)
			return at + 16;
		at = up;
	}
	return (uint64_t)fiber->sp;
}

int td_frames_are_above(const struct td_fiber *fiber, uint64_t frame, uint64_t address)
{
	return address < end_of_runtime(fiber, frame) && leads_outwards(fiber, frame);
}
