#include "local_state.h"

#include "dead.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { UNWIND_GO_ON = 0, UNWIND_STOP = 4, MOST_FRAMES = 32, MOST_LIVE_FRAMES = 4 };

/* The C library's unwinder; `treadle cc` links it, somebody else's link command may not. */
typedef int unwind_trace(void *context, void *argument);
extern int _Unwind_Backtrace(unwind_trace *trace, void *argument) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetGR(void *context, int number) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetIP(void *context) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetCFA(void *context) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetRegionStart(void *context) __attribute__((weak, visibility("default")));
extern void *_Unwind_GetLanguageSpecificData(void *context) __attribute__((weak, visibility("default")));

/* rbx, rbp, r12 to r15, as debug information numbers them, and as the machine does. */
static const int preserved[] = {3, 6, 12, 13, 14, 15}, dwarf_to_machine[] = {3, 5, 12, 13, 14, 15};

struct look {
	const struct td_fiber *fiber;
	uint32_t frames;
	uint64_t hash;
};

static uint64_t place_of(const struct td_fiber *fiber)
{
	return fiber->transfer.part ? td_mix(fiber->pending.pc, fiber->transfer.part) : fiber->pending.pc;
}

/* In the frame that the operation returns to; the stack of the runtime below it does not matter. */
static int look(void *context, void *argument)
{
	struct look *self = argument;
	if (++self->frames > MOST_FRAMES)
		return UNWIND_STOP;
	if (_Unwind_GetIP(context) != self->fiber->pending.pc)
		return UNWIND_GO_ON;
	uint64_t sp = _Unwind_GetCFA(context);
	if (sp < self->fiber->stack.low || sp > self->fiber->stack.high)
		return UNWIND_STOP;
	uint64_t hash = place_of(self->fiber);
	for (unsigned i = 0; i < sizeof preserved / sizeof *preserved; i++)
		hash = td_mix(hash, _Unwind_GetGR(context, preserved[i]));
	self->hash = td_hash_words(hash, sp & ~7ull, self->fiber->stack.high) | 1;
	return UNWIND_STOP;
}

/* A frame of the program's, from its stack pointer to its frame pointer. */
struct frame {
	uint64_t low, high;
	const struct td_dead *dead;
};

struct live_look {
	const struct td_fiber *fiber;
	uint32_t frames, count;
	uint64_t hash;
	struct frame live[MOST_LIVE_FRAMES];
};

/* Where exceptions are caught, a call may come back elsewhere. */
static const struct td_dead *dead_in(void *context)
{
	return _Unwind_GetLanguageSpecificData(context) ? NULL : td_dead_at(_Unwind_GetIP(context), _Unwind_GetRegionStart(context));
}

static void hash_registers(struct live_look *self, void *context, const struct td_dead *dead)
{
	self->hash = place_of(self->fiber);
	for (unsigned i = 0; i < sizeof preserved / sizeof *preserved; i++)
		if (!dead || !(dead->registers >> dwarf_to_machine[i] & 1))
			self->hash = td_mix(self->hash, _Unwind_GetGR(context, preserved[i]) + i);
}

static int look_at_live(void *context, void *argument)
{
	struct live_look *self = argument;
	if (++self->frames > MOST_FRAMES)
		return UNWIND_STOP;
	if (!self->count && _Unwind_GetIP(context) != self->fiber->pending.pc)
		return UNWIND_GO_ON;
	uint64_t sp = _Unwind_GetCFA(context), rbp = _Unwind_GetGR(context, 6);
	if (sp < self->fiber->stack.low || rbp < sp || rbp > self->fiber->stack.high)
		return UNWIND_STOP;
	const struct td_dead *dead = dead_in(context);
	if (!self->count)
		hash_registers(self, context, dead);
	self->live[self->count++] = (struct frame){sp, rbp, dead};
	return self->count == MOST_LIVE_FRAMES ? UNWIND_STOP : UNWIND_GO_ON;
}

static uint64_t live_word(const struct frame *frame, uint64_t at)
{
	uint64_t word = *(const uint64_t *)at;
	for (unsigned i = 0; i < 8; i++)
		if (at + i >= frame->low && td_dead_is_byte(frame->dead, frame->high - (at + i)))
			word &= ~(0xffull << 8 * i);
	return word;
}

/* Frames lie one behind the other. */
static uint64_t hash_frames(const struct live_look *self)
{
	uint64_t hash = self->hash, at = self->live[0].low & ~7ull;
	for (uint32_t i = 0; i < self->count; i++) {
		const struct frame *frame = &self->live[i];
		for (; frame->dead && at < frame->high; at += 8)
			hash = td_mix(hash, live_word(frame, at));
	}
	return td_hash_words(hash, at, self->fiber->stack.high) | 1;
}

static int look_no_further(void *context, void *argument)
{
	(void)context;
	(void)argument;
	return UNWIND_STOP;
}

void td_local_state_setup(void)
{
	if (_Unwind_Backtrace)
		_Unwind_Backtrace(look_no_further, NULL);
}

uint64_t td_local_state(const struct td_fiber *fiber)
{
	struct look self = {.fiber = fiber};
	struct td_fiber *current = td_current;
	if (!fiber->pending.pc || !_Unwind_Backtrace || !_Unwind_GetGR || !_Unwind_GetIP || !_Unwind_GetCFA)
		return 0;
	td_current = NULL; /* the locks that the unwinder takes are no operations of the program */
	_Unwind_Backtrace(look, &self);
	td_current = current;
	return self.hash;
}

/* The runtime keeps frame pointers, so the way to the frame that the operation returns to is short. */
uint64_t td_stack_state(const struct td_fiber *fiber)
{
	uint64_t frame = (uint64_t)__builtin_frame_address(0), above = fiber->stack.low;
	for (uint32_t i = 0; i < MOST_FRAMES && frame >= above && frame + 16 <= fiber->stack.high; i++) {
		const uint64_t *words = (const uint64_t *)frame;
		if (words[1] == fiber->pending.pc)
			return td_hash_words(place_of(fiber), frame + 16, fiber->stack.high) | 1;
		above = frame + 16;
		frame = words[0];
	}
	return 0;
}

uint64_t td_live_state(const struct td_fiber *fiber)
{
	struct live_look self = {.fiber = fiber};
	struct td_fiber *current = td_current;
	if (!fiber->pending.pc || !_Unwind_Backtrace || !_Unwind_GetGR || !_Unwind_GetIP || !_Unwind_GetCFA || !_Unwind_GetRegionStart ||
	    !_Unwind_GetLanguageSpecificData)
		return 0;
	td_current = NULL; /* as above */
	_Unwind_Backtrace(look_at_live, &self);
	td_current = current;
	return self.count ? hash_frames(&self) : 0;
}
