#include "execution.h"

#include "rt/thread.h"
#include "rt/io.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <sys/syscall.h>
#include <sys/wait.h>

static td_main_function TD_STATE *program_main;
static int TD_STATE program_argc;
static char TD_STATE **program_argv, **program_environment;
static uint8_t TD_STATE is_dirty;   /* memory is as the last execution left it */

extern char __start_td_under_way[], __stop_td_under_way[];

void td_execution_setup(td_main_function *main, int argc, char **argv, char **environment)
{
	program_main = main;
	program_argc = argc;
	program_argv = argv;
	program_environment = environment;
}

static TD_OUTERMOST void *run_main(void *unused)
{
	(void)unused;
	return (void *)(long)program_main(program_argc, program_argv, program_environment);
}

static void begin_report(void)
{
	td_channel->ended.end = TD_END_RUNNING;
	td_channel->ended.cycle_count = 0;
	td_channel->ended.block = td_channel->ended.address = 0;
	td_channel->ended.signal = td_channel->ended.status = 0;
	td_channel->ended.race_event = 0;
	td_channel->done.in_vain = 0;
	if (td_channel->job.detail)
		td_heap_describe_early();
}

/* Only a search by traces comes back to where executions were. */
static int are_marks_wanted(void)
{
	const struct td_job *job = &td_channel->job;
	return td_strategy->is_by_trace && !job->from_start && !job->detail && job->isolate == TD_ISOLATE_INPLACE;
}

static int are_marks_possible(void)
{
	return td_putback_knows_pages() && !td_inherited_has_positions();
}

static struct td_fiber *begin_execution(void)
{
	td_run++;
	td_plain_set(__start_td_under_way, 0, (size_t)(__stop_td_under_way - __start_td_under_way));
	for (uint32_t i = 0; i < td_part_count; i++)
		if (td_parts[i].begin)
			td_parts[i].begin();
	uint64_t stack_size = td_main_stack_size();
	struct td_fiber *first = td_fiber_new(run_main, NULL, stack_size);
	first->stack.wanted_size = stack_size;
	first->signals.mask = td_signals_of_main();
	first->origin.entry = (uint64_t)program_main;
	first->thread = td_object(first->fs, TD_O_THREAD);
	first->thread->owner = first;
	td_keys_begin(first);
	td_symmetry_begin(first);
	td_lock_order_created(NULL, first);
	td_thread_begin(first);
	td_marks_begin(are_marks_wanted(), are_marks_possible());
	return td_sched_first();
}

/* What remains of an execution in the kernel, in memory and in the runtime. */
void td_execution_clean_up(void)
{
	if (!is_dirty)
		return;
	is_dirty = 0;
	for (uint32_t i = td_part_count; i-- > 0;)
		if (td_parts[i].clean_up)
			td_parts[i].clean_up();
}

/* The tool looks while the program runs: it must not see the count before what is counted. */
static void note_fingerprint(struct td_channel *channel)
{
	uint64_t count = channel->done.fingerprints;
	channel->fingerprints[count % TD_MAX_FINGERPRINTS] = channel->ended.fingerprint;
	__atomic_store_n(&channel->done.fingerprints, count + 1, __ATOMIC_RELEASE);
}

static void count_execution(void)
{
	struct td_channel *channel = td_channel;
	struct td_done *done = &channel->done;
	done->executions++;
	done->events += td_event_count;
	done->beat++;
	done->cut += channel->ended.end == TD_END_CUT;
	done->assumed += channel->ended.end == TD_END_ASSUME || done->in_vain;
	if (td_event_count > done->longest)
		done->longest = td_event_count;
	channel->ended.fingerprint = td_record_fingerprint();
	channel->ended.op_hash = td_op_hash;
	done->raced += td_race_commit();
	if (channel->ended.end != TD_END_ASSUME && channel->ended.end != TD_END_CUT && !done->in_vain)
		note_fingerprint(channel);
}

static void run_on(struct td_fiber *next)
{
	is_dirty = 1;
	while ((next = td_fiber_enter(next))) {
		td_fd_look_for_more();
		td_kernel_mappings_look();
		td_mark_make(next);
	}
	td_fd_ended();
	td_loopback_remove_files();
}

static void run_from_start(void)
{
	td_execution_clean_up();
	run_on(begin_execution());
}

/* The invariant of mark.h: the same execution from its beginning is the same.  From one that hung the watchdog has freed us, and would not
 * do so again. */
static void check_resumed(void)
{
	struct td_ended before = td_channel->ended;
	uint64_t fingerprint = td_record_fingerprint();
	uint32_t unchanged = td_search_unchanged();
	if (before.end == TD_END_ASSUME || before.end == TD_END_HANG || td_slots_are_wanted)
		return;
	begin_report();
	td_search_prescribe_all();
	run_from_start();
	td_search_set_unchanged(unchanged);
	if (td_record_fingerprint() != fingerprint || td_channel->ended.end != before.end ||
	    td_channel->ended.event_count != before.event_count || td_channel->ended.segment_count != before.segment_count)
		td_panic("self-check: an execution that went on from a mark is another one from its beginning");
}

/* To the last mark before the first difference; NULL: there is none. */
static struct td_fiber *go_back(void)
{
	uint32_t decisions;
	struct td_fiber *marked = td_marks_exist() ? td_mark_go_back(td_search_unchanged(), &decisions) : NULL;
	if (marked)
		td_search_resume(decisions);
	return marked;
}

/* From the beginning, or from where it begins to differ from the one before. */
static void run_once(void)
{
	begin_report();
	struct td_fiber *marked = go_back();
	td_channel->ended.number = td_execution; /* a mark may have another one's end */
	if (marked)
		run_on(marked);
	else
		run_from_start();
	if (marked && td_self_check())
		check_resumed();
	if (!td_slots_are_wanted)
		count_execution();
}

static void prepare_fork(void)
{
	static uint8_t TD_STATE is_prepared;
	if (is_prepared)
		return;
	is_prepared = 1;
	td_putback_before_fork();
}

/* In a forked child nothing needs to be put back. */
static void run_forked(void)
{
	int status = 0;
	prepare_fork();
	long child = td_syscall(SYS_fork, 0, 0, 0, 0, 0, 0);
	if (child < 0)
		td_panic("cannot fork");
	if (child == 0) {
		td_session_is_here();
		run_once();
		td_end_process(td_slots_are_wanted ? 75 : 0);
	}
	while (td_syscall(SYS_wait4, child, (long)&status, 0, 0, 0, 0) == -4)
		;
	td_inherited_child_ended();
	td_slots_are_wanted = WIFEXITED(status) && WEXITSTATUS(status) == 75;
	if (WIFSIGNALED(status) && td_channel->ended.end == TD_END_RUNNING) {
		td_channel->ended.end = TD_END_CRASH;
		td_channel->ended.signal = WTERMSIG(status);
		td_channel->ended.event_count = 0;
		td_text(td_channel->ended.message, sizeof td_channel->ended.message, "killed by signal %d", (int64_t)WTERMSIG(status));
	}
}

static void make_more_slots(void)
{
	uint32_t before = td_slot_count();
	td_execution_clean_up();
	td_pick_retry();
	td_slots_make(td_self_check() ? before + 1 : 2 * before);
	td_putback_keep();
	td_kernel_mappings_setup();
	td_marks_drop();
	if (td_slot_count() == before)
		td_panic("too many threads at once");
	td_slots_are_wanted = 0;
}

static void run_execution(void)
{
	int grown = 0;
	do {
		if (td_slots_are_wanted)
			make_more_slots();
		if (td_channel->job.isolate == TD_ISOLATE_FORK) {
			td_pick_reset();
			run_forked();
		} else {
			run_once();
		}
		if (td_channel->job.learn)
			grown |= td_shadow_apply_learned();
	} while (td_slots_are_wanted);
	if (grown && td_mode.is_systematic)
		td_channel->done.grown = 1;
	td_pick_advance();
}

static int is_worth_a_stop(enum td_end end)
{
	return end != TD_END_PASSED && end != TD_END_ASSUME && end != TD_END_CUT;
}

int td_execution_run(void)
{
	td_channel->done.raced = 0;
	run_execution();
	return is_worth_a_stop(td_channel->ended.end) || td_channel->done.raced || td_hunt_is_over() ||
	       td_steer_is_over();
}
