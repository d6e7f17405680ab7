#include "exit.h"

#include "annotate.h"
#include "fault.h"
#include "thread.h"
#include "rt/io.h"
#include "rt/engine.h"
#include "rt/search.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_HANDLERS = 4096 };

struct handler {
	void (*function)(void *);
	void (*with_status)(int, void *);
	void *argument;
};

struct handlers {
	struct handler items[MAX_HANDLERS];
	uint32_t before_main;
};

static uint32_t TD_EXECUTION exit_count, quick_exit_count;
static struct handlers TD_STATE exit_handlers, quick_exit_handlers;
static uint8_t TD_EXECUTION exiting;

static uint32_t *count_of(const struct handlers *list)
{
	return list == &exit_handlers ? &exit_count : &quick_exit_count;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module);
int __cxa_at_quick_exit(void (*function)(void *), void *module);

extern void (*__fini_array_start[])(void) __attribute__((weak, visibility("hidden")));
extern void (*__fini_array_end[])(void) __attribute__((weak, visibility("hidden")));

void td_exit_setup(void)
{
	exit_handlers.before_main = exit_count;
	quick_exit_handlers.before_main = quick_exit_count;
}

void td_exit_reset(void)
{
	exit_count = exit_handlers.before_main;
	quick_exit_count = quick_exit_handlers.before_main;
	exiting = 0;
}

static void mark(const struct handlers *list)
{
	td_mark_keep(list->items, *count_of(list) * sizeof *list->items);
}

void td_exit_mark(void)
{
	mark(&exit_handlers);
	mark(&quick_exit_handlers);
}

static int add(struct handlers *list, struct handler handler)
{
	if (*count_of(list) == MAX_HANDLERS)
		return -1;
	list->items[(*count_of(list))++] = handler;
	return 0;
}

/* A handler may register others, which then run next. */
static void run(struct handlers *list, int status)
{
	while (*count_of(list)) {
		struct handler handler = list->items[--*count_of(list)];
		if (handler.with_status)
			handler.with_status(status, handler.argument);
		else
			handler.function(handler.argument);
	}
}

/* The program's own destructor functions; the first entry is the start-up code's and does nothing for us. */
static long last_destructor(void)
{
	return __fini_array_end - __fini_array_start - 1;
}

int td_exit_is_noticed(void)
{
	return exit_count || last_destructor() > 0;
}

static void run_destructors(void)
{
	for (long i = last_destructor(); i > 0; i--)
		__fini_array_start[i]();
}

/* How far the others come before the program ends is a matter of order too. */
void td_exit_let_others_go_first(uint64_t pc)
{
	struct td_fiber *self = td_current;
	if (td_enabled_count < 2)
		return;
	if (td_mode.is_systematic) { /* it ends when the others have */
		td_pass_unseen(self);
		return;
	}
	td_point(self, TD_YIELD, 0, 0, pc ? pc : self->origin.entry + 1);
	td_record(self, 0);
}

void td_exit(int status, uint64_t pc)
{
	if (!exiting) {
		td_current->end.is_near = 1;
		td_symmetry_leaving(td_current, pc);
		td_exit_let_others_go_first(pc);
		exiting = 1;
		td_thread_run_destructors(td_current);
		run(&exit_handlers, status);
		run_destructors();
		if (td_channel->job.detail)
			td_streams_flush();
	}
	td_finish_exit(status, pc);
}

TD_EXPORT void exit(int status)
{
	if (!td_current)
		TD_REAL(exit)(status);
	td_exit(status, TD_HERE);
}

TD_EXPORT void _exit(int status)
{
	if (!td_current)
		TD_REAL(_exit)(status);
	td_exit_let_others_go_first(TD_HERE);
	td_finish_exit(status, TD_HERE);
}

TD_EXPORT void _Exit(int status)
{
	if (!td_current)
		TD_REAL(_exit)(status);
	td_exit_let_others_go_first(TD_HERE);
	td_finish_exit(status, TD_HERE);
}

TD_EXPORT void quick_exit(int status)
{
	if (!td_current)
		TD_REAL(quick_exit)(status);
	td_exit_let_others_go_first(TD_HERE);
	run(&quick_exit_handlers, status);
	td_finish_exit(status, TD_HERE);
}

TD_EXPORT void abort(void)
{
	if (!td_current)
		TD_REAL(abort)();
	if (td_fault_is_handled(SIGABRT))
		raise(SIGABRT);
	if (td_is_assumption(TD_HERE))
		td_assumption_fails(TD_HERE);
	td_finish(TD_END_ABORT, TD_HERE, "abort was called");
}

/* Called by the C library's start-up code, by compilers for static objects, and by programs. */
TD_EXPORT int __cxa_atexit(void (*function)(void *), void *argument, void *module)
{
	if (!td_attached())
		return TD_REAL(__cxa_atexit)(function, argument, module);
	return add(&exit_handlers, (struct handler){.function = function, .argument = argument});
}

static void call_plain(void *function)
{
	((void (*)(void))function)();
}

TD_EXPORT int atexit(void (*function)(void))
{
	if (!td_attached())
		return TD_REAL(__cxa_atexit)(call_plain, (void *)function, NULL);
	return add(&exit_handlers, (struct handler){.function = call_plain, .argument = (void *)function});
}

TD_EXPORT int on_exit(void (*function)(int, void *), void *argument)
{
	if (!td_attached())
		return TD_REAL(on_exit)(function, argument);
	return add(&exit_handlers, (struct handler){.with_status = function, .argument = argument});
}

TD_EXPORT int at_quick_exit(void (*function)(void))
{
	if (!td_attached())
		return TD_REAL(__cxa_at_quick_exit)((void (*)(void *))(void *)function, NULL);
	return add(&quick_exit_handlers, (struct handler){.function = call_plain, .argument = (void *)function});
}
