#include "finish.h"

#include "constrain.h"
#include "follow.h"
#include "record.h"
#include "sched.h"
#include "stretch.h"
#include "rt/race.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>

/* The debugger stops here; see `treadle replay --gdb`. */
TD_EXPORT struct td_thread_info TD_STATE *treadle_gdb_threads;
TD_EXPORT unsigned TD_STATE treadle_gdb_thread_count;

TD_EXPORT __attribute__((noinline)) void treadle_stopped(void)
{
	__asm__ volatile("");
}

/* In a cycle: whom it waits for there.  Of several readers that hold a lock, that is the one to name. */
static uint16_t next_in_cycle(const struct td_fiber *fiber)
{
	const struct td_ended *ended = &td_channel->ended;
	for (uint32_t i = 0; i < ended->cycle_count; i++)
		if (ended->cycle[i] == fiber->id)
			return ended->cycle[(i + 1) % ended->cycle_count];
	return TD_NOBODY;
}

/* Who holds it stands with the threads: there may be several, or the object does not know. */
static int has_several_holders(const struct td_object *object)
{
	return object->type == TD_O_RWLOCK || object->type == TD_O_FILE_LOCK;
}

static uint16_t holder_of(const struct td_fiber *fiber)
{
	const struct td_object *object = fiber->wait.object;
	uint16_t next = next_in_cycle(fiber);
	if (!object || fiber->done)
		return TD_NOBODY;
	if (next != TD_NOBODY && has_several_holders(object))
		return next;
	if (object->owner && object->owner != fiber)
		return object->owner->id;
	if (!has_several_holders(object))
		return TD_NOBODY;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_held_find(td_fiber(i), (struct td_object *)object))
			return (uint16_t)i;
	return TD_NOBODY;
}

/* One that is parked has ended the program, and waits for nothing. */
static enum td_thread_state state_of(const struct td_fiber *fiber)
{
	int waits = !fiber->enabled && !fiber->parked;
	if (fiber->done)
		return TD_T_DONE;
	if ((fiber->wait.object && fiber->time.would_time_out) || (waits && fiber->pending.timed))
		return TD_T_TIMED;
	return waits ? TD_T_BLOCKED : TD_T_RUNNABLE;
}

static void note_memory(const struct td_fiber *fiber, struct td_thread_info *info)
{
	const struct td_pending *op = &fiber->pending;
	info->size = op->size;
	info->knows_value = op->size && op->size <= sizeof info->value && td_peek(op->object, op->size, &info->value);
}

static void note_thread(struct td_fiber *fiber, struct td_thread_info *info)
{
	td_record_look(fiber);
	*info = (struct td_thread_info){
		.start = fiber->origin.entry, .create_pc = fiber->origin.create_pc, .handle = fiber->fs,
		.stack_low = fiber->stack.low, .stack_high = fiber->stack.high,
		.tls_low = fiber->fs - td_tls_size(), .tls_high = fiber->fs,
		.object = fiber->pending.object, .pc = fiber->pending.pc, .op = fiber->op, .sp = (uint64_t)fiber->sp,
		.creator = fiber->origin.creator, .pending = fiber->pending.kind,
		.detached = fiber->life.detached, .joined = fiber->life.joined,
		.holder = holder_of(fiber),
	};
	if (fiber->pending.kind == TD_JOIN && fiber->wait.object)
		info->object = fiber->wait.object->owner->id;
	if (fiber->wait.object && fiber->wait.object->type == TD_O_FD)
		info->object = (uint64_t)(fiber->descriptors.poll_count ? fiber->descriptors.poll_set[0].fd : -1);
	td_plain_copy(info->name, fiber->life.name, sizeof info->name);
	info->state = state_of(fiber);
	info->can_run = fiber->enabled;
	if (td_channel->ended.end == TD_END_STOPPED && !fiber->done)
		note_memory(fiber, info);
	if (fiber == td_current || fiber->done || !fiber->started)
		return;
	info->bp = td_fiber_frame(fiber, &info->ip);
	info->frame_count = td_frames(fiber, fiber->pending.pc, 0, info->bp, info->frames, NULL);
}

void td_finish_note_threads(void)
{
	struct td_ended *ended = &td_channel->ended;
	ended->thread_count = td_fiber_count;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		note_thread(td_fiber(i), &td_channel->threads[i]);
	if (!td_current)
		return;
	struct td_thread_info *self = &td_channel->threads[td_current->id];
	self->frame_count = ended->frame_count;
	td_plain_copy(self->frames, ended->frames, sizeof ended->frames);
}

static void stop_for_debugger(void)
{
	treadle_gdb_threads = td_channel->threads;
	treadle_gdb_thread_count = td_fiber_count;
	treadle_stopped();
}

static int others_can_run(const struct td_fiber *fiber)
{
	return td_enabled_count > fiber->enabled;
}

/* One that goes round for ever will do nothing else. */
static int others_can_go_on(const struct td_fiber *fiber)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (td_enabled[i] != fiber && !td_enabled[i]->loop.spins_for_sure && !td_enabled[i]->loop.round.waits)
			return 1;
	return 0;
}

/* Which of several ends an execution is said to have had. */
static int weight(enum td_end end)
{
	return end == TD_END_RUNNING ? 0 : end == TD_END_PASSED ? 1 : end == TD_END_ASSUME ? 2 : td_end_is_finding(end) ? 4 : 3;
}

static void describe_end(enum td_end end, uint64_t pc, uint64_t sp, uint64_t frame, uint64_t object)
{
	struct td_ended *ended = &td_channel->ended;
	struct td_fiber *fiber = td_current;
	ended->thread = fiber->id;
	ended->pc = pc;
	ended->object = object;
	/* NULL was called, where there is no pc but an sp. */
	ended->frame_count = pc || sp ? td_frames(fiber, pc, sp, frame, ended->frames, NULL) : 0;
	ended->event_count = td_event_count;
	if (td_end_is_finding(end))
		td_record_segment(fiber, fiber->op + 1, 0);
	ended->end = end; /* a finding's schedule ends with it */
	if (end != TD_END_PASSED || td_channel->job.detail)
		td_finish_note_threads();
}

static _Noreturn void leave(int is_cut)
{
	struct td_ended *ended = &td_channel->ended;
	td_record_segment(td_current, td_current->op + 1, 0);
	if (!td_end_is_finding(ended->end)) {
		ended->event_count = td_event_count;
		if (unlikely(td_race_was_met())) /* the names of its threads */
			td_finish_note_threads();
	}
	if (is_cut) {
		td_cut(TD_CUT_END, ended->pc); /* who knows how far the others would have come, and what they share */
		td_channel->done.incomparable = 1;
	}
	td_channel->done.in_vain |= td_constrain_is_on && !td_constrain_is_kept();
	if (td_strategy->end)
		td_strategy->end();
	if (td_channel->job.detail && ended->end != TD_END_CRASH && ended->end != TD_END_HANG)
		td_parts_flush(); /* what the program has printed so far belongs to the report */
	if (td_channel->job.stop_in_gdb)
		stop_for_debugger();
	td_fiber_leave();
}

/* A systematic search lets the others go on when the execution could end, so that the end is the last thing to happen: what
 * they do could as well have happened before it, and how far they had come makes no difference then.  But nobody may see half of
 * an atomic stretch. */
static int others_go_on(enum td_end end)
{
	return others_can_run(td_current) && !td_atomic_is_half_done(td_current) && (end <= TD_END_ASSUME && end != TD_END_HANG && end != TD_END_ENDLESS && end != TD_END_RACE) &&
	       (td_mode.is_systematic || td_follow_goes_on());
}

static _Noreturn void end(enum td_end end, uint64_t pc, uint64_t sp, uint64_t frame, uint64_t object)
{
	enum td_end before = td_channel->ended.end;
	if (weight(end) > weight(before))
		describe_end(end, pc, sp, frame, object);
	else if (td_end_is_finding(end))
		td_cut(TD_CUT_FINDING, pc); /* one finding an execution: this one may be seen in no other */
	if (end == TD_END_BAD_PRIMITIVE && td_mode.is_systematic)
		td_cut(TD_CUT_MISUSE, pc); /* noticed on arrival, which no order of steps tells of */
	if (others_go_on(end))
		td_park(td_current);
	leave(others_can_go_on(td_current));
}

void td_finish_wasted(void)
{
	if (weight(TD_END_ASSUME) > weight(td_channel->ended.end))
		describe_end(TD_END_ASSUME, 0, 0, 0, 0);
	leave(0);
}

void td_finish_spin_assumed(void)
{
	if (weight(TD_END_ASSUME) > weight(td_channel->ended.end)) {
		describe_end(TD_END_ASSUME, 0, 0, 0, 0);
		td_channel->done.stood++;
	}
	leave(0);
}

static void message(const char *format, va_list *args)
{
	/* td_text takes the same few conversions; at most five of them are used. */
	uint64_t a = va_arg(*args, uint64_t), b = va_arg(*args, uint64_t), c = va_arg(*args, uint64_t), d = va_arg(*args, uint64_t);
	uint64_t e = va_arg(*args, uint64_t);
	td_text(td_channel->ended.message, sizeof td_channel->ended.message, format, a, b, c, d, e);
}

void td_finish(enum td_end how, uint64_t pc, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, &args);
	va_end(args);
	end(how, pc, 0, (uint64_t)__builtin_frame_address(0), td_current->pending.object);
}

void td_finish_at(enum td_end how, uint64_t pc, uint64_t frame, uint64_t object, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, &args);
	va_end(args);
	end(how, pc, 0, frame, object);
}

void td_finish_endless(uint32_t period)
{
	if (td_channel->ended.end != TD_END_RUNNING) /* what others do behind the end of the program need not come to one */
		td_finish_stuck(td_current);
	if (td_channel->ended.end == TD_END_RUNNING)
		td_channel->ended.status = (int32_t)period;
	if (period)
		td_finish(TD_END_ENDLESS, td_current->pending.pc, "after %u event%s everything is as it was before", (uint64_t)period,
			  period == 1 ? "" : "s");
	td_finish(TD_END_ENDLESS, td_current->pending.pc, "all threads that can run go round, and nothing changes any more");
}

static _Noreturn void end_unsupported(void)
{
	if (!td_current)
		td_panic(td_channel->ended.message);
	end(TD_END_UNSUPPORTED, td_current->pending.pc, 0, (uint64_t)__builtin_frame_address(0), td_current->pending.object);
}

void td_unsupported(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, &args);
	va_end(args);
	end_unsupported();
}

void td_refuse(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, &args);
	va_end(args);
	td_channel->done.refused = 1;
	end_unsupported();
}

struct cycle_search {
	struct td_fiber *from;
	uint16_t path[62];
	uint32_t length;
	uint8_t seen[TD_MAX_THREADS];
};

static int leads_back(struct cycle_search *search, struct td_fiber *fiber);

/* Who waits with a limit will give up some time. */
static int is_stuck(const struct td_fiber *fiber)
{
	return !fiber->enabled && !fiber->pending.timed;
}

/* A lock of a file is released by any thread that closes the file, so it is in no cycle while one can run. */
static int is_held_by_several(const struct td_object *object)
{
	return object->type == TD_O_FILE_LOCK ? !td_enabled_count : object->type == TD_O_RWLOCK && object->readers;
}

static int leads_back_over(struct cycle_search *search, struct td_fiber *holder)
{
	if (holder == search->from)
		return 1;
	if (holder->done || !is_stuck(holder) || search->seen[holder->id])
		return 0;
	search->seen[holder->id] = 1;
	return leads_back(search, holder);
}

/* A lock is released only by its holders, a thread can be joined only when it has ended: each of those it waits for must
 * move first.  Condition variables and semaphores may be signalled by anybody, so they are in no cycle. */
static int leads_back(struct cycle_search *search, struct td_fiber *fiber)
{
	const struct td_object *object = fiber->wait.object;
	int found = 0;
	if (!object || search->length == 62)
		return 0;
	search->path[search->length++] = fiber->id;
	if (object->type != TD_O_COND && object->owner)
		found = leads_back_over(search, object->owner);
	for (uint32_t i = 0; !found && is_held_by_several(object) && i < td_fiber_count; i++)
		if (td_held_find(td_fiber(i), (struct td_object *)object))
			found = leads_back_over(search, td_fiber(i));
	if (!found)
		search->length--;
	return found;
}

static int note_cycle(struct td_fiber *fiber)
{
	static struct cycle_search TD_STATE search;
	struct td_ended *ended = &td_channel->ended;
	td_plain_set(&search, 0, sizeof search);
	search.from = fiber;
	if (!leads_back(&search, fiber))
		return 0;
	ended->cycle_count = search.length;
	td_plain_copy(ended->cycle, search.path, sizeof ended->cycle);
	return 1;
}

static _Noreturn void finish_deadlock(struct td_fiber *fiber)
{
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done && note_cycle(td_fiber(i)))
			break;
	td_finish_at(TD_END_DEADLOCK, fiber->done ? 0 : fiber->pending.pc, (uint64_t)__builtin_frame_address(0),
		     fiber->pending.object, "no thread can go on");
}

/* Whoever waits for a lock whose holder has ended waits for ever: nobody else may unlock it. */
static int waits_for_the_ended(const struct td_fiber *fiber)
{
	struct td_object *object = fiber->wait.object;
	if (object->type != TD_O_MUTEX && object->type != TD_O_SPIN && object->type != TD_O_RWLOCK)
		return 0;
	if (object->owner)
		return object->owner->done;
	for (uint32_t i = 0; object->readers && i < td_fiber_count; i++)
		if (td_fiber(i)->done && td_held_find(td_fiber(i), object))
			return 1;
	return 0;
}

static _Noreturn void finish_abandoned(const struct td_fiber *fiber)
{
	int is_own = fiber == td_current;
	td_finish_at(td_enabled_count ? TD_END_CYCLE : TD_END_DEADLOCK, is_own ? fiber->pending.pc : 0,
		     (uint64_t)__builtin_frame_address(0), fiber->pending.object, "the holder of the lock has ended");
}

void td_finish_if_abandoned(const struct td_fiber *ended)
{
	if (!ended->locks.held_count || td_job_is_systematic(&td_channel->job))
		return;
	for (uint32_t i = 0; i < ended->locks.held_count; i++)
		for (const struct td_fiber *fiber = ended->held[i].object->first; fiber; fiber = fiber->wait.next)
			if (is_stuck(fiber) && waits_for_the_ended(fiber))
				finish_abandoned(fiber);
}

static _Noreturn void finish_cycle(const struct td_fiber *fiber, uint64_t pc)
{
	uint32_t length = td_channel->ended.cycle_count;
	enum td_end how = length == 1 ? TD_END_SELF_DEADLOCK : td_enabled_count ? TD_END_CYCLE : TD_END_DEADLOCK;
	td_finish_at(how, pc, (uint64_t)__builtin_frame_address(0), fiber->pending.object,
		     length == 1 ? "a thread waits for itself" : "%u threads wait for each other", (uint64_t)length);
}

/* A systematic search wants to see what the others do as well; they will come to the same deadlock, or the program ends. */
void td_finish_if_cycle(struct td_fiber *fiber)
{
	if (td_job_is_systematic(&td_channel->job) || !is_stuck(fiber))
		return;
	if (!note_cycle(fiber)) {
		if (waits_for_the_ended(fiber))
			finish_abandoned(fiber);
		return;
	}
	finish_cycle(fiber, fiber->pending.pc);
}

/* Nobody will ever join or wake it.  One that is parked has come to an end of its own, as where an assumption does not hold. */
static struct td_fiber *leaked_thread(void)
{
	for (uint32_t i = 1; i < td_fiber_count; i++) {
		struct td_fiber *fiber = td_fiber(i);
		if (!fiber->done && !fiber->parked && !fiber->life.detached && !fiber->life.joined && is_stuck(fiber) &&
		    fiber->life.joiner == TD_NOBODY)
			return fiber;
	}
	return NULL;
}

/* The program ends while they wait for each other, or for one that has ended: what a systematic search has not looked for before. */
static void finish_if_left_in_cycle(void)
{
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *fiber = td_fiber(i);
		if (fiber->done || fiber->parked || !fiber->wait.object || !is_stuck(fiber))
			continue;
		if (waits_for_the_ended(fiber))
			finish_abandoned(fiber);
		if (note_cycle(fiber))
			finish_cycle(fiber, 0); /* whoever was the last to come there */
	}
}

static void finish_if_leaked(void)
{
	if (td_job_is_systematic(&td_channel->job))
		finish_if_left_in_cycle();
	struct td_fiber *leaked = td_channel->job.daemons ? NULL : leaked_thread();
	if (leaked)
		td_finish_at(TD_END_LEAKED_THREAD, leaked->pending.pc, 0, leaked->pending.object,
			     "thread %u is still blocked when the program ends", (uint64_t)leaked->id);
}

void td_finish_exit(int status, uint64_t pc)
{
	struct td_ended *ended = &td_channel->ended;
	uint64_t frame = (uint64_t)__builtin_frame_address(0);
	status &= 0xff; /* more than that nobody gets to see */
	ended->status = status;
	td_record_look(td_current);
	if (td_channel->job.expect_exit != TD_ANY_EXIT && (uint32_t)status != td_channel->job.expect_exit)
		td_finish_at(TD_END_EXIT_CODE, pc, frame, 0, "exit status %d", (int64_t)status);
	if (!others_go_on(TD_END_PASSED) && !others_can_run(td_current)) /* they may yet wake whoever is blocked */
		finish_if_leaked();
	if (ended->end == TD_END_RUNNING)
		ended->message[0] = 0;
	end(TD_END_PASSED, 0, 0, 0, 0);
}

void td_finish_stuck(struct td_fiber *fiber)
{
	if (td_channel->ended.end == TD_END_RUNNING)
		finish_deadlock(fiber);
	if (td_channel->ended.end == TD_END_PASSED)
		finish_if_leaked();
	leave(others_can_go_on(td_current));
}

static const char *signal_name(int number)
{
	switch (number) {
	case SIGSEGV: return "segmentation fault";
	case SIGBUS: return "bus error";
	case SIGFPE: return "arithmetic error";
	case SIGILL: return "illegal instruction";
	case SIGABRT: return "aborted";
	case SIGTRAP: return "trap";
	case SIGSYS: return "bad system call";
	case SIGPIPE: return "broken pipe";
	default: return "signal";
	}
}

void td_finish_crash(int number, uint64_t address, uint64_t ip, uint64_t frame, uint64_t sp)
{
	struct td_fiber *fiber = td_current;
	struct td_ended *ended = &td_channel->ended;
	ended->signal = number;
	ended->address = address;
	const char *what = signal_name(number);
	if (number == SIGSEGV && address < fiber->stack.low && address + (1 << 16) >= fiber->stack.low)
		what = "stack overflow";
	if (address == (uint64_t)TD_NO_ADDRESS)
		td_text(ended->message, sizeof ended->message, "%s at an address that no memory can have, or by an instruction not allowed", what);
	else
		td_text(ended->message, sizeof ended->message, "%s at address %x", what, address);
	end(number == SIGABRT ? TD_END_ABORT : TD_END_CRASH, ip, sp, frame, address);
}

/* Somebody else might cancel it where it is. */
static int may_be_interrupted(const struct td_fiber *fiber)
{
	return fiber->cancel.async && !fiber->cancel.disabled && td_sched_alive() > 1;
}

void td_finish_hang(uint64_t ip, uint64_t frame, uint64_t sp)
{
	if (may_be_interrupted(td_current)) {
		td_text(td_channel->ended.message, sizeof td_channel->ended.message,
			"a thread that may be cancelled at any moment runs on without touching anything shared; Treadle cannot cancel it there");
		end(TD_END_UNSUPPORTED, ip, sp, frame, 0);
	}
	td_text(td_channel->ended.message, sizeof td_channel->ended.message,
		"no event for a while: the thread runs on without touching anything shared");
	end(TD_END_HANG, ip, sp, frame, 0);
}
