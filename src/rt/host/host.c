#include "host.h"

#include "jobs.h"
#include "rt/io.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <sys/syscall.h>

enum { FIRST_SLOTS = 8 };

static void set_state(enum td_state state)
{
	__atomic_store_n(&td_channel->state, state, __ATOMIC_RELEASE);
	td_futex_wake(&td_channel->state);
}

static uint32_t wait_for_job(void)
{
	uint32_t state;
	while ((state = __atomic_load_n(&td_channel->state, __ATOMIC_ACQUIRE)) == TD_READY)
		td_futex_wait(&td_channel->state, TD_READY);
	return state;
}

static void setup(char **argv)
{
	for (uint32_t i = 0; i < td_part_count; i++)
		if (td_parts[i].setup)
			td_parts[i].setup();
	td_slots_make(td_self_check() ? 1 : FIRST_SLOTS);
	td_kernel_mappings_setup();
	td_shadow_apply_ranges();
	td_putback_snapshot(argv);
}

void td_host_run(td_main_function *main, int argc, char **argv, char **environment)
{
	td_execution_setup(main, argc, argv, environment);
	setup(argv);
	td_session_is_here();
	td_channel->pid = (uint32_t)td_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
	if (td_channel->state != TD_GO)
		set_state(TD_READY);
	while (wait_for_job() == TD_GO) {
		td_job_run();
		if (td_keep_counts)
			td_keep_counts();
		td_marks_drop();
		td_execution_clean_up();
		set_state(TD_READY);
	}
	td_end_process(0);
}
