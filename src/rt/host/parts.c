/* The table of parts: a row each (part.h). */
#include "rt/thread.h"
#include "rt/io.h"
#include "rt/sync.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/search.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

/* Tables in the pool are set up before the row of the pool. */
const struct td_part td_parts[] = {
	{.name = "processor", .setup = td_processor_setup},
	{.name = "heap", .setup = td_heap_setup, .clean_up = td_heap_reset, .mark = td_heap_mark, .back = td_heap_back},
	{.name = "memory put back", .clean_up = td_putback_clean_up, .mark = td_putback_mark, .back = td_putback_back},
	{.name = "C library", .setup = td_real_setup},
	{.name = "fibres", .setup = td_fibers_setup, .begin = td_fibers_reset, .mark = td_fibers_mark, .back = td_fibers_back},
	{.name = "threads", .setup = td_threads_setup, .mark = td_threads_mark},
	{.name = "lineage", .setup = td_lineage_setup, .restart = td_lineage_reset},
	{.name = "symmetry", .setup = td_symmetry_setup},
	{.name = "search", .setup = td_search_setup, .restart = td_search_reset, .mark = td_search_mark, .back = td_search_back},
	{.name = "workers", .setup = td_workers_setup, .restart = td_workers_reset},
	{.name = "reads-from", .setup = td_readsfrom_setup, .restart = td_readsfrom_reset},
	{.name = "steer", .setup = td_steer_setup, .restart = td_steer_restart},
	{.name = "flows", .setup = td_flows_setup},
	{.name = "pool", .setup = td_pool_setup},
	{.name = "objects", .setup = td_objects_setup, .begin = td_objects_reset, .mark = td_objects_mark, .back = td_objects_back},
	{.name = "ports", .mark = td_ports_mark},
	{.name = "runnable", .setup = td_runnable_setup, .begin = td_runnable_reset, .mark = td_runnable_mark},
	{.name = "livelock", .begin = td_livelock_reset, .mark = td_livelock_mark},
	{.name = "record", .setup = td_record_setup, .begin = td_record_reset, .mark = td_record_mark, .back = td_fingerprint_back},
	{.name = "clock", .begin = td_clock_reset},
	{.name = "keys", .begin = td_keys_reset, .mark = td_keys_mark, .back = td_keys_back},
	{.name = "exit", .setup = td_exit_setup, .begin = td_exit_reset, .mark = td_exit_mark},
	{.name = "races", .setup = td_race_setup, .begin = td_race_reset, .mark = td_race_mark, .back = td_race_back},
	{.name = "limit", .begin = td_limit_begin},
	{.name = "strategy", .setup = td_pick_setup, .begin = td_pick_reset},
	{.name = "hunt", .setup = td_hunt_setup},
	{.name = "lock order", .setup = td_lock_order_setup, .begin = td_lock_order_begin},
	{.name = "kernel mappings", .clean_up = td_kernel_mappings_put_back},
	{.name = "mappings", .clean_up = td_mappings_reset},
	{.name = "descriptors", .setup = td_fd_setup, .clean_up = td_fd_reset, .wait_outside = td_fd_wait_outside},
	{.name = "settings", .clean_up = td_settings_put_back},
	{.name = "streams", .flush = td_streams_flush},
	{.name = "faults", .setup = td_fault_setup, .clean_up = td_fault_reset},
	{.name = "signals", .setup = td_signals_setup, .clean_up = td_signals_reset},
	{.name = "loaded modules", .setup = td_modules_describe},
	{.name = "locks of libraries", .setup = td_library_locks_setup},
	{.name = "named functions", .setup = td_named_functions_find},
	{.name = "marks", .setup = td_marks_setup},
	{.name = "states of threads", .setup = td_local_state_setup},
};

const uint32_t td_part_count = sizeof td_parts / sizeof *td_parts;
