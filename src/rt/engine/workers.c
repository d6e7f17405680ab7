#include "workers.h"

#include "rt/search.h"
#include "rt/state.h"
#include "rt/sys.h"


#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { PUBLISH = 256 }; /* executions between two reports of a worker */

/* Shared by all workers. */
struct board {
	uint32_t lock;
	uint32_t stop;               /* the job ends */
	uint32_t bell;               /* changes when waiting workers should look */
	uint32_t idle;               /* workers that wait */
	uint64_t started;            /* executions of this job */
	uint32_t delivered;          /* the tool's channel holds a finding of this job */
};

/* What a worker has not told yet. */
struct mailbox {
	uint32_t has_end;            /* an end that the tool must hear of */
	struct td_channel channel;
};

static struct board TD_STATE *board;
static struct mailbox TD_STATE *mailboxes;
static struct td_channel TD_STATE *tool;     /* the tool's channel while td_channel is the worker's own */
static struct td_done TD_STATE published;    /* of the worker's own counts */
static uint32_t TD_STATE me, ranges_before;
static int32_t TD_STATE pids[TD_MOST_WORKERS];

void td_workers_setup(void)
{
	board = td_pool_table(sizeof *board);
	mailboxes = td_pool_table(TD_MOST_WORKERS * sizeof *mailboxes);
}

void td_workers_reset(void)
{
	*board = (struct board){0};
	for (uint32_t i = 0; i < td_channel->workers && i < TD_MOST_WORKERS; i++)
		mailboxes[i].has_end = 0;
}

int td_workers_wanted(void)
{
	return td_channel->workers > 1 && td_channel->job.kind == TD_JOB_EXPLORE && td_channel->job.policy_count == 1 &&
	       td_channel->job.policies[0].kind == TD_POLICY_TRACES;
}

static void ring(void)
{
	__atomic_add_fetch(&board->bell, 1, __ATOMIC_ACQ_REL);
	for (uint32_t i = 1; i < tool->workers; i++)
		td_futex_wake(&board->bell);
}

static void stop(void)
{
	__atomic_store_n(&board->stop, 1, __ATOMIC_RELEASE);
	ring();
}

static void add_counts(void)
{
	const struct td_done *now = &td_channel->done;
	struct td_done *sum = &tool->done;
	sum->executions += now->executions - published.executions;
	sum->events += now->events - published.events;
	sum->switches += now->switches - published.switches;
	sum->cut += now->cut - published.cut;
	sum->assumed += now->assumed - published.assumed;
	sum->stood += now->stood - published.stood;
	sum->longest = now->longest > sum->longest ? now->longest : sum->longest;
	for (uint32_t i = 0; i < TD_CUTS; i++)
		if ((now->bound_cut & ~sum->bound_cut) >> i & 1)
			sum->cut_pc[i] = now->cut_pc[i];
	sum->bound_cut |= now->bound_cut;
	sum->refused |= now->refused;
	sum->incomparable |= now->incomparable;
	sum->spun |= now->spun;
	tool->alike |= td_channel->alike;
	sum->file_writes |= now->file_writes;
	sum->warned_range |= now->warned_range;
	sum->pairs_checked += now->pairs_checked - published.pairs_checked;
	sum->pairs_reused += now->pairs_reused - published.pairs_reused;
	sum->resumed += now->resumed - published.resumed;
	sum->skipped += now->skipped - published.skipped;
	sum->marks += now->marks - published.marks;
	sum->mark_bytes += now->mark_bytes - published.mark_bytes;
	sum->blind += now->blind - published.blind;
	sum->beat++;
	for (uint64_t i = published.fingerprints; i < now->fingerprints; i++) {
		tool->fingerprints[sum->fingerprints % TD_MAX_FINGERPRINTS] = td_channel->fingerprints[i % TD_MAX_FINGERPRINTS];
		__atomic_store_n(&sum->fingerprints, sum->fingerprints + 1, __ATOMIC_RELEASE);
	}
	published = *now;
}

static void publish(void)
{
	td_spin_lock(&board->lock);
	add_counts();
	td_spin_unlock(&board->lock);
}

/* More is shared than was known, threads are not alike, something could race: the tool must know too. */
static void hand_over_knowledge(void)
{
	td_spin_lock(&board->lock);
	if (td_channel->asymmetric && !tool->asymmetric) {
		tool->asymmetric = 1;
		tool->asymmetric_pc = td_channel->asymmetric_pc;
	}
	tool->could_race |= td_channel->could_race;
	if (td_channel->unprotected && !tool->unprotected) {
		tool->unprotected = td_channel->unprotected;
		tool->unprotected_pc = td_channel->unprotected_pc;
	}
	for (uint32_t i = ranges_before; i < td_channel->range_count && tool->range_count < TD_MAX_RANGES; i++)
		tool->ranges[tool->range_count++] = td_channel->ranges[i];
	tool->done.grown = 1;
	td_spin_unlock(&board->lock);
}

static void copy_end(void)
{
	const struct td_ended *ended = &td_channel->ended;
	tool->ended = *ended;
	tool->done.raced = 1; /* if it had races, the tool will find them in the book */
	td_plain_copy(tool->segments, td_channel->segments, ended->segment_count * sizeof *tool->segments);
	td_plain_copy(tool->choices, td_channel->choices, ended->choice_count * sizeof *tool->choices);
	td_plain_copy(tool->threads, td_channel->threads, ended->thread_count * sizeof *tool->threads);
	td_plain_copy(tool->events, td_channel->events, ended->event_count * sizeof *tool->events);
}

/* Returns whether the job has to end. */
static int deliver(void)
{
	if (!mailboxes[me].has_end)
		return 0;
	td_spin_lock(&board->lock);
	if (!board->delivered) {
		copy_end();
		board->delivered = 1;
		mailboxes[me].has_end = 0;
	}
	td_spin_unlock(&board->lock);
	stop();
	return 1;
}

/* Work from somebody, or 0 if there is none left or the job ends. */
static int wait_for_work(void)
{
	int found = 0;
	td_spin_lock(&board->lock);
	board->idle++;
	while (!board->stop && !(found = td_search_find_work())) {
		if (board->idle == tool->workers) { /* nobody can give anything any more */
			tool->done.exhausted = 1;
			board->stop = 1;
			break;
		}
		uint32_t bell = board->bell;
		td_spin_unlock(&board->lock);
		td_futex_wait(&board->bell, bell);
		td_spin_lock(&board->lock);
	}
	board->idle--;
	td_spin_unlock(&board->lock);
	if (!found)
		ring();
	return found;
}

void td_workers_share(void)
{
	if (tool && __atomic_load_n(&board->idle, __ATOMIC_RELAXED)) {
		td_search_share();
		ring();
	}
}

static int may_execute(void)
{
	if (__atomic_load_n(&board->stop, __ATOMIC_ACQUIRE))
		return 0;
	if (__atomic_load_n(&tool->interrupt, __ATOMIC_RELAXED)) {
		stop();
		return 0;
	}
	uint64_t number = __atomic_fetch_add(&board->started, 1, __ATOMIC_RELAXED);
	if (number >= tool->job.count) {
		stop();
		return 0;
	}
	td_execution = tool->job.first + number;
	return 1;
}

static void work(int (*execute)(void))
{
	while (!deliver() && (td_search_has_work() || wait_for_work()) && may_execute()) {
		mailboxes[me].has_end = (uint32_t)execute();
		if (td_channel->done.grown) {
			hand_over_knowledge();
			stop();
		}
		if (td_channel->done.executions - published.executions >= PUBLISH)
			publish();
	}
	publish();
}

/* The tool's channel as it is now, but with counts of its own. */
static void take_channel(uint32_t worker)
{
	struct td_channel *own = &mailboxes[worker].channel;
	int keep_end = (int)mailboxes[worker].has_end;
	me = worker;
	tool = td_channel;
	own->job = tool->job;
	own->self_check = tool->self_check;
	own->workers = tool->workers;
	own->alike = tool->alike;
	own->asymmetric = tool->asymmetric;
	own->could_race = tool->could_race;
	own->unprotected = tool->unprotected;
	own->done = (struct td_done){.longest = tool->done.longest};
	if (!keep_end)
		own->ended = (struct td_ended){.end = TD_END_RUNNING};
	own->range_count = ranges_before = tool->range_count;
	td_plain_copy(own->ranges, tool->ranges, own->range_count * sizeof *own->ranges);
	published = own->done;
	td_channel = own;
	td_pool_belong(worker);
	td_search_belong(worker);
}

static void start(uint32_t worker, int (*execute)(void))
{
	int32_t pid = (int32_t)td_syscall(SYS_fork, 0, 0, 0, 0, 0, 0);
	if (pid < 0)
		td_panic("cannot fork a worker");
	pids[worker] = pid;
	if (pid)
		return;
	td_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0);
	td_plain_set(pids, 0, sizeof pids);
	td_session_is_here();
	take_channel(worker);
	work(execute);
	td_end_process(0);
}

static void wait_for(uint32_t worker)
{
	int status = 0;
	while (td_syscall(SYS_wait4, pids[worker], (long)&status, 0, 0, 0, 0) == -4)
		;
	pids[worker] = 0;
	if (!WIFEXITED(status))
		td_panic("a worker was killed");
}

void td_workers_run(int (*execute)(void))
{
	uint32_t count = td_channel->workers < TD_MOST_WORKERS ? td_channel->workers : TD_MOST_WORKERS;
	board->stop = board->idle = board->delivered = board->lock = 0;
	board->started = 0;
	for (uint32_t i = 1; i < count; i++)
		start(i, execute);
	take_channel(0);
	work(execute);
	for (uint32_t i = 1; i < count; i++)
		wait_for(i);
	td_channel = tool;
	tool = NULL;
	td_channel->done.wasted = td_search_wasted();
	if (td_channel->done.grown)
		td_shadow_apply_ranges();
}

void td_workers_ask_where(void)
{
	for (uint32_t i = 1; i < TD_MOST_WORKERS; i++)
		if (pids[i])
			td_syscall(SYS_kill, pids[i], TD_WATCHDOG_SIGNAL, 0, 0, 0, 0);
}
