#include "thread.h"

#include "exit.h"
#include "key.h"
#include "signals.h"
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

/* The system has room for more, so that it cannot be said to be out of it. */
static _Noreturn void too_many(uint64_t pc)
{
	td_cut(TD_CUT_THREADS, pc);
	td_finish(TD_END_CUT, pc, "more than %u threads", (uint64_t)TD_MAX_THREADS);
}

/* What a new thread is to be like. */
struct wanted {
	uint64_t stack_size, guard_size;
	uint64_t signal_mask;
	int detached;
};

/* Those without attributes: as the system has it, and as the program has asked for in this execution, if it has. */
static struct wanted TD_STATE usual;
static struct wanted TD_EXECUTION wanted_instead;

static struct wanted read_attributes(const pthread_attr_t *attributes)
{
	struct wanted wanted;
	pthread_attr_getstacksize(attributes, &wanted.stack_size);
	pthread_attr_getguardsize(attributes, &wanted.guard_size);
	pthread_attr_getdetachstate(attributes, &wanted.detached);
	wanted.signal_mask = td_signals_of(attributes);
	return wanted;
}

void td_threads_setup(void)
{
	pthread_attr_t attributes;
	TD_REAL(pthread_getattr_default_np)(&attributes);
	usual = read_attributes(&attributes);
	TD_REAL(pthread_attr_destroy)(&attributes);
}

TD_EXPORT int pthread_setattr_default_np(const pthread_attr_t *attributes)
{
	int problem = TD_REAL(pthread_setattr_default_np)(attributes);
	if (td_current && !problem)
		wanted_instead = read_attributes(attributes);
	return problem;
}

static struct wanted find_wanted(const pthread_attr_t *attributes)
{
	if (attributes)
		return read_attributes(attributes);
	return wanted_instead.stack_size ? wanted_instead : usual;
}

/* What the stack's thread before has done there does not race with what this one does. */
static void forget_accesses(const struct td_fiber *fiber)
{
	td_race_fresh(fiber->stack.low, fiber->stack.high);
	td_race_fresh(fiber->fs - td_tls_size(), fiber->fs);
}

int td_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct wanted wanted = find_wanted(attributes);
	td_point_write(self, TD_CREATE, 0, 0, pc);
	struct td_fiber *fiber = td_fiber_new(start, argument, wanted.stack_size);
	if (!fiber && td_slot_count() < TD_MAX_THREADS)
		td_slots_want_more();
	if (!fiber)
		too_many(pc);
	if (fiber->life.stack_was_used)
		forget_accesses(fiber);
	fiber->stack.wanted_size = wanted.stack_size;
	fiber->stack.guard_size = wanted.guard_size;
	fiber->signals.mask = wanted.signal_mask == TD_NO_MASK ? self->signals.mask : wanted.signal_mask;
	fiber->origin.creator = self->id;
	fiber->origin.create_pc = pc;
	fiber->life.detached = wanted.detached == PTHREAD_CREATE_DETACHED;
	fiber->thread = td_object(fiber->fs, TD_O_THREAD);
	fiber->thread->owner = fiber;
	fiber->thread->first = fiber->thread->last = NULL;
	fiber->parked = 1; /* until its handle is where its creator wants it: it finds it there, but others may look before that */
	td_symmetry_created(fiber);
	self->pending.object = fiber->name_number;
	td_record(self, fiber->id)->object = fiber->id;
	td_progress(self);
	td_access_range((uint64_t)thread, sizeof *thread, 1, pc);
	*thread = fiber->fs;
	fiber->parked = 0;
	fiber->hash = td_mix(self->hash, fiber->origin.lineage);
	td_order(self, fiber);
	td_clock_order(self, fiber);
	td_lock_order_created(self, fiber);
	if (self->id && td_is_traced() && !td_strategy->is_by_trace)
		td_cut(TD_CUT_READS_FROM, pc);
	td_thread_begin(fiber);
	return 0;
}

/* Without main the last thread that ends is the one to run what was registered with atexit: if there is anything, it matters which one
 * that is. */
static uint64_t TD_STATE last_end;

int td_thread_ends_matter(void)
{
	return *td_shadow((uint64_t)&last_end) & TD_SHADOW_SHARED;
}

void td_thread_begin(struct td_fiber *fiber)
{
	fiber->end.is_seen = (*td_shadow(fiber->fs) & TD_SHADOW_SHARED) || td_thread_ends_matter();
	td_sched_add(fiber);
}

static _Noreturn void exit_as_last(const struct td_fiber *fiber)
{
	if (fiber->id && td_exit_is_noticed() && !td_thread_ends_matter() && td_channel->job.learn)
		td_shadow_learn((uint64_t)&last_end);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i) != fiber)
			td_race_order(td_fiber(i), fiber); /* that it is the last one it knows from the others' ends */
	td_exit(0, 0);
}

void td_thread_run_destructors(struct td_fiber *fiber)
{
	while (fiber->end.destructors) {
		struct td_thread_destructor *destructor = fiber->end.destructors;
		fiber->end.destructors = destructor->next;
		destructor->function(destructor->argument);
	}
	td_keys_run_destructors(fiber);
}

static int is_robust(const struct td_object *object)
{
	return object->type == TD_O_MUTEX && object->robust;
}

static int holds_robust(const struct td_fiber *fiber)
{
	for (uint32_t i = 0; i < fiber->locks.held_count; i++)
		if (is_robust(fiber->held[i].object))
			return 1;
	return 0;
}

/* Its memory was given up, or serves another purpose. */
static int is_gone(const struct td_object *object)
{
	uint64_t start;
	return !td_peek(object->address, sizeof start, &start) || td_object_is_overwritten(object);
}

/* Others learn of the death of a holder of robust mutexes: to end is to unlock them. */
static void abandon_robust(struct td_fiber *fiber)
{
	for (uint32_t i = fiber->locks.held_count; i-- > 0;) {
		struct td_object *object = fiber->held[i].object;
		if (!is_robust(object) || is_gone(object))
			continue;
		td_record_also(fiber, object->address);
		td_race_release(fiber, object->address);
		object->owner = NULL;
		object->robust_dead = 1;
		td_unhold(fiber, object);
		td_object_changed(object);
	}
}

/* Of memory that others are known to use, this is an event: one who still uses it must notice.  No lock keeps it apart from their
 * accesses. */
static void give_up(struct td_fiber *fiber, enum td_own_memory which)
{
	struct td_span shared = td_stack_shared(fiber, which);

	if (shared.start == shared.end) {
		td_pass_unseen(fiber);
		return;
	}
	for (uint64_t at = shared.start; at < shared.end; at += 8)
		if (*td_shadow(at) & TD_SHADOW_SHARED)
			td_shadow_learn_contended(at);
	td_point_write(fiber, TD_LIFE_END, shared.start, (uint32_t)(shared.end - shared.start), fiber->origin.entry + 1);
	fiber->end.gave_up |= (uint8_t)(1 << which);
	td_record(fiber, 0);
	td_progress(fiber);
}

/* That of main stays (stack.h). */
static void give_up_variables(struct td_fiber *fiber)
{
	for (int which = 0; fiber->id && which < TD_OWN_MEMORIES; which++)
		give_up(fiber, (enum td_own_memory)which);
}

static _Noreturn void end_thread(struct td_fiber *fiber)
{
	fiber->end.is_near = 1;
	td_thread_run_destructors(fiber);
	if (td_sched_alive() == 1 && !td_thread_ends_matter())
		exit_as_last(fiber);
	give_up_variables(fiber);
	fiber->end.is_seen |= (uint8_t)holds_robust(fiber);
	td_point_write(fiber, TD_EXIT, fiber->fs, 0, fiber->origin.entry + 1);
	if (td_thread_ends_matter())
		td_record_also(fiber, (uint64_t)&last_end);
	if (td_sched_alive() == 1)
		exit_as_last(fiber);
	abandon_robust(fiber);
	td_record(fiber, 0)->object = fiber->id;
	td_progress(fiber);
	td_sched_ended(fiber);
}

enum { BESIDE_VARIABLES = 256, LEAST_STACK = 65536 };

/* Other threads may still write to variables of functions that have returned.  What is left to do for the thread must not
 * lie there, but below them. */
static _Noreturn __attribute__((noinline)) void end_below_variables(struct td_fiber *fiber)
{
	struct td_span shared = td_stack_shared(fiber, TD_OWN_STACK);
	uint64_t here = (uint64_t)__builtin_frame_address(0), low = shared.start - BESIDE_VARIABLES;
	int is_beside = shared.start == shared.end || shared.start > here ||
			low < fiber->stack.low + LEAST_STACK;
	char *gap = __builtin_alloca(is_beside ? 16 : here - low);
	__asm__ volatile("" : : "r"(gap) : "memory");
	end_thread(fiber);
}

static TD_OUTERMOST __attribute__((noreturn)) void thread_main(struct td_fiber *fiber)
{
	td_record(fiber, 0);
	fiber->end.result = fiber->origin.start(fiber->origin.argument);
	if (fiber->id == 0)
		td_exit((int)(long)fiber->end.result, 0);
	end_below_variables(fiber);
}

/* pthread_exit and cancellation: cleanup handlers of C code are jumped to, frames of C++ code are unwound. */

enum { UNWIND_END_OF_STACK = 16, UNWIND_GO_ON = 0 };

struct unwind_exception {
	uint64_t class;
	void (*cleanup)(int, struct unwind_exception *);
	uint64_t private_data[6];
} __attribute__((aligned(16)));

typedef int unwind_stop(int, int, uint64_t, struct unwind_exception *, void *, void *);
typedef int unwind_forced(struct unwind_exception *, unwind_stop *, void *);
typedef uint64_t unwind_get_cfa(void *);

extern unwind_forced _Unwind_ForcedUnwind __attribute__((weak, visibility("default")));
extern unwind_get_cfa _Unwind_GetCFA __attribute__((weak, visibility("default")));
extern _Noreturn void __libc_longjmp(struct __jmp_buf_tag *buffer, int value) __attribute__((weak));
extern _Noreturn void longjmp(struct __jmp_buf_tag *buffer, int value);

static _Noreturn void jump_to_cleanup(struct td_fiber *fiber)
{
	__pthread_unwind_buf_t *buffer = fiber->end.cleanups;
	fiber->end.cleanups = buffer->__pad[0];
	longjmp((struct __jmp_buf_tag *)(void *)buffer->__cancel_jmp_buf, 1);
}

static int stop_unwinding(int version, int actions, uint64_t class, struct unwind_exception *exception, void *context, void *unused)
{
	struct td_fiber *fiber = td_current;
	(void)version;
	(void)class;
	(void)exception;
	(void)unused;
	if (fiber->end.cleanups && _Unwind_GetCFA(context) > (uint64_t)fiber->end.cleanups)
		jump_to_cleanup(fiber);
	if (actions & UNWIND_END_OF_STACK)
		end_thread(fiber);
	return UNWIND_GO_ON;
}

static struct unwind_exception TD_STATE exceptions[TD_MAX_THREADS];
static uint8_t TD_EXECUTION some_unwind;

void td_threads_mark(void)
{
	if (some_unwind)
		td_mark_keep(exceptions, td_fiber_count * sizeof *exceptions);
}

static _Noreturn void unwind(struct td_fiber *fiber)
{
	if (_Unwind_ForcedUnwind) {
		struct unwind_exception *exception = &exceptions[fiber->id];
		some_unwind = 1;
		*exception = (struct unwind_exception){0};
		_Unwind_ForcedUnwind(exception, stop_unwinding, NULL);
	}
	if (fiber->end.cleanups)
		jump_to_cleanup(fiber);
	end_thread(fiber);
}

void td_thread_exit(void *result)
{
	struct td_fiber *fiber = td_current;
	fiber->end.result = result;
	fiber->cancel.disabled = 1;
	unwind(fiber);
}

void td_thread_test_cancel(struct td_fiber *fiber)
{
	if (unlikely(fiber->life.canceled) && !fiber->cancel.disabled)
		td_thread_exit(PTHREAD_CANCELED);
}

/* Somebody looks whether the thread has ended: from the next execution on its end is an event that matters. */
static void see_end_of(const struct td_fiber *fiber)
{
	if (!(*td_shadow(fiber->fs) & (TD_SHADOW_SHARED | TD_SHADOW_OWNER)) && td_channel->job.learn)
		td_shadow_learn(fiber->fs);
}

static int join_problem(const struct td_fiber *self, const struct td_fiber *fiber)
{
	if (!fiber)
		return ESRCH;
	if (fiber == self)
		return EDEADLK;
	return fiber->life.detached || fiber->life.joiner != TD_NOBODY ? EINVAL : 0;
}

static int finish_join(struct td_fiber *self, struct td_fiber *fiber, void **result)
{
	td_record(self, fiber->id)->object = fiber->id;
	td_progress(self);
	self->hash = td_mix(self->hash, fiber->hash);
	td_order(fiber, self);
	td_clock_order(fiber, self);
	td_lock_order_joined(self, fiber);
	fiber->life.joined = 1;
	td_symmetry_joined(self, fiber, result != NULL);
	if (result)
		*result = fiber->end.result;
	return 0;
}

int td_thread_join(pthread_t thread, void **result, int timed, clockid_t clock, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current, *fiber = td_fiber_of_handle(thread);
	int is_bad = timed && (!td_clock_may_limit(clock) || !td_clock_is_valid(limit));
	int problem = is_bad ? EINVAL : join_problem(self, fiber);
	if (problem)
		return problem;
	td_cancel_point_unseen(self);
	fiber->life.joiner = self->id;
	td_wait(self, fiber->thread, TD_JOIN, pc, timed ? td_clock_moment(clock, limit) : TD_FOR_EVER);
	if (!timed)
		td_lock_order_joins(self, fiber);
	if (fiber->done)
		return finish_join(self, fiber, result);
	fiber->life.joiner = TD_NOBODY;
	td_thread_test_cancel(self);
	see_end_of(fiber);
	td_symmetry_named(fiber, pc);
	self->pending.flags = TD_F_TIMEOUT;
	td_record(self, 0)->object = fiber->id;
	td_clock_reach(self->time.limit);
	return ETIMEDOUT;
}

int td_thread_detach(pthread_t thread, uint64_t pc)
{
	struct td_fiber *self = td_current, *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	if (fiber->life.detached)
		return EINVAL;
	td_symmetry_named(fiber, pc);
	td_point_write(self, TD_DETACH, thread, 0, pc);
	td_record(self, fiber->id)->object = fiber->id;
	fiber->life.detached = 1;
	return 0;
}

/* Libraries of OpenMP, whose threads wait for each other in code that is not woven. */
static void refuse_openmp(uint64_t pc)
{
	static const char *const libraries[] = {"libgomp", "libomp", "libiomp5"};
	for (uint32_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (td_pc_is_of(pc, libraries[i]))
			td_unsupported("OpenMP: the threads of %s wait in ways that Treadle does not control", libraries[i]);
}

TD_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	if (td_current)
		refuse_openmp(TD_HERE);
	if (td_current)
		return td_thread_create(thread, attributes, start, argument, TD_HERE);
	if (td_attached())
		td_panic("a thread is created before main; Treadle controls threads created from main on");
	return TD_REAL(pthread_create)(thread, attributes, start, argument);
}

static int give(void **result, void *value, uint64_t pc)
{
	if (!result)
		return 0;
	td_access_range((uint64_t)result, sizeof *result, 1, pc);
	*result = value;
	return 0;
}

static int join(pthread_t thread, void **result, int timed, clockid_t clock, const struct timespec *limit, uint64_t pc)
{
	void *value = NULL;
	int problem = td_thread_join(thread, result ? &value : NULL, timed, clock, limit, pc);
	return problem ? problem : give(result, value, pc);
}

TD_EXPORT int pthread_join(pthread_t thread, void **result)
{
	return td_current ? join(thread, result, 0, 0, NULL, TD_HERE) : TD_REAL(pthread_join)(thread, result);
}

TD_EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *limit)
{
	return td_current ? join(thread, result, limit != NULL, CLOCK_REALTIME, limit, TD_HERE)
			  : TD_REAL(pthread_timedjoin_np)(thread, result, limit);
}

TD_EXPORT int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *limit)
{
	return td_current ? join(thread, result, limit != NULL, clock, limit, TD_HERE)
			  : TD_REAL(pthread_clockjoin_np)(thread, result, clock, limit);
}

TD_EXPORT int pthread_tryjoin_np(pthread_t thread, void **result)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_tryjoin_np)(thread, result);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	int problem = join_problem(self, fiber);
	if (problem)
		return problem;
	see_end_of(fiber);
	td_symmetry_named(fiber, TD_HERE);
	td_point_write(self, TD_JOIN, thread, 0, TD_HERE);
	self->pending.flags = TD_F_TRY;
	if (fiber->done) {
		void *value = NULL;
		finish_join(self, fiber, result ? &value : NULL);
		return give(result, value, TD_HERE);
	}
	self->pending.flags |= TD_F_FAILED;
	td_record(self, fiber->id)->object = fiber->id;
	td_looked(self, 0);
	return EBUSY;
}

TD_EXPORT int pthread_detach(pthread_t thread)
{
	return td_current ? td_thread_detach(thread, TD_HERE) : TD_REAL(pthread_detach)(thread);
}

TD_EXPORT void pthread_exit(void *result)
{
	if (!td_current)
		TD_REAL(pthread_exit)(result);
	td_thread_exit(result);
}

TD_EXPORT int pthread_cancel(pthread_t thread)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_cancel)(thread);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber) {
		td_cut(TD_CUT_CANCEL, TD_HERE); /* it has been joined, which is no event */
		return ESRCH;
	}
	if (fiber->cancel.async || (td_is_traced() && !td_strategy->is_by_trace))
		td_cut(TD_CUT_CANCEL, TD_HERE);
	see_end_of(fiber);
	td_symmetry_named(fiber, TD_HERE);
	td_point_write(self, TD_CANCEL, thread, 0, TD_HERE);
	td_record(self, fiber->id)->object = fiber->id;
	td_progress(self);
	td_race_order(self, fiber);
	td_protected_refuse(self);
	fiber->life.canceled = 1;
	if (!fiber->done && fiber->wait.object)
		td_refresh(fiber);
	if (fiber->cancel.async)
		td_spin_forget(fiber); /* however it goes round, it does so no longer */
	td_cancel_any_moment(self);
	return 0;
}

TD_EXPORT int pthread_setcancelstate(int state, int *old)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_setcancelstate)(state, old);
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = self->cancel.disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	self->cancel.disabled = state == PTHREAD_CANCEL_DISABLE;
	td_cancel_any_moment(self);
	return 0;
}

TD_EXPORT int pthread_setcanceltype(int type, int *old)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(pthread_setcanceltype)(type, old);
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = self->cancel.async ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		td_cancel_async(self, TD_HERE);
	else
		self->cancel.async = 0;
	return 0;
}

TD_EXPORT void pthread_testcancel(void)
{
	struct td_fiber *self = td_current;
	if (!self) {
		TD_REAL(pthread_testcancel)();
		return;
	}
	td_cancel_point(self, TD_HERE);
}

TD_EXPORT int pthread_setname_np(pthread_t thread, const char *name)
{
	if (!td_current)
		return TD_REAL(pthread_setname_np)(thread, name);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	if (td_length(name) >= sizeof fiber->life.name)
		return ERANGE;
	td_text(fiber->life.name, sizeof fiber->life.name, "%s", name);
	return 0;
}

/* Collectors of garbage and guards of the stack ask where it is. */
TD_EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
	if (!td_current)
		return TD_REAL(pthread_getattr_np)(thread, attributes);
	const struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	TD_REAL(pthread_attr_init)(attributes);
	pthread_attr_setdetachstate(attributes,
				    fiber->life.detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	pthread_attr_setguardsize(attributes, fiber->stack.guard_size);
	cpu_set_t processors;
	if (!sched_getaffinity(0, sizeof processors, &processors))
		pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
	return pthread_attr_setstack(attributes, (void *)(fiber->stack.high - fiber->stack.wanted_size),
				     fiber->stack.wanted_size);
}

TD_EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
	if (!td_current)
		return TD_REAL(pthread_getname_np)(thread, name, size);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	if (size < sizeof fiber->life.name)
		return ERANGE;
	td_text(name, size, "%s", fiber->life.name[0] ? fiber->life.name : "program");
	return 0;
}

TD_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
	struct td_fiber *self = td_current;
	if (!self) {
		TD_REAL(__pthread_register_cancel)(buffer);
		return;
	}
	buffer->__pad[0] = self->end.cleanups;
	self->end.cleanups = buffer;
}

TD_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
	struct td_fiber *self = td_current;
	if (self)
		self->end.cleanups = buffer->__pad[0];
	else
		TD_REAL(__pthread_unregister_cancel)(buffer);
}

TD_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
	if (!td_current)
		TD_REAL(__pthread_unwind_next)(buffer);
	unwind(td_current);
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *module);

TD_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *module)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(__cxa_thread_atexit_impl)(function, argument, module);
	struct td_thread_destructor *destructor = malloc(sizeof *destructor);
	*destructor = (struct td_thread_destructor){function, argument, self->end.destructors};
	self->end.destructors = destructor;
	return 0;
}

int td_thread_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	return fiber->pending.kind != TD_JOIN || self->owner->done;
}

uint8_t td_thread_could(const struct td_object *self, uint64_t place)
{
	(void)place;
	return self->owner->life.canceled ? TD_COULD_TAKE : 0;
}

const struct td_fiber_services td_fiber_services = {
	.main = thread_main, .change_mask = td_signals_change, .test_cancel = td_thread_test_cancel,
};
