#include "local_state.h"

#include "record.h"

enum { UNWIND_GO_ON = 0, UNWIND_STOP = 4, MOST_FRAMES = 32 };

/* The C library's unwinder; `treadle cc` links it, somebody else's link command may not. */
typedef int unwind_trace(void *context, void *argument);
extern int _Unwind_Backtrace(unwind_trace *trace, void *argument) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetGR(void *context, int number) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetIP(void *context) __attribute__((weak, visibility("default")));
extern uint64_t _Unwind_GetCFA(void *context) __attribute__((weak, visibility("default")));

struct look {
	const struct td_fiber *fiber;
	uint32_t frames;
	uint64_t hash;
};

/* In the frame that the operation returns to; the stack of the runtime below it does not matter. */
static int look(void *context, void *argument)
{
	static const int preserved[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15, as debug information numbers them */
	struct look *self = argument;
	if (++self->frames > MOST_FRAMES)
		return UNWIND_STOP;
	if (_Unwind_GetIP(context) != self->fiber->pending.pc)
		return UNWIND_GO_ON;
	uint64_t sp = _Unwind_GetCFA(context);
	if (sp < self->fiber->stack_low || sp > self->fiber->stack_high)
		return UNWIND_STOP;
	uint64_t hash = self->fiber->pending.pc;
	for (unsigned i = 0; i < sizeof preserved / sizeof *preserved; i++)
		hash = td_mix(hash, _Unwind_GetGR(context, preserved[i]));
	self->hash = td_hash_words(hash, sp & ~7ull, self->fiber->stack_high) | 1;
	return UNWIND_STOP;
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
