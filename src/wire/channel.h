/* The memory that the tool and the program under test share, and nothing else.
 *
 * The tool creates it (a memfd), names its descriptor in the environment variable TREADLE_CHANNEL and starts the program.
 * The runtime maps it, describes the program (modules), sets state to TD_READY and waits.  Then, job by job: the tool fills
 * `job` (and for TD_JOB_FOLLOW `segments` and `choices`), sets `state` to TD_GO and wakes it; the runtime works, counting in
 * `done`, and sets TD_READY again when the job is finished or an execution ended in a finding; `ended` then describes the
 * last execution, whose events, segments and choices lie in the areas.  A process that dies leaves everything readable.
 *
 * Both sides wait on `state` as a futex.  All areas lie at fixed offsets, so that a fresh process of the same program can
 * go on with the same channel.
 */
#ifndef TD_WIRE_CHANNEL_H
#define TD_WIRE_CHANNEL_H

#include "event.h"
#include "locks.h"
#include "race.h"
#include "steer.h"

#define TD_CHANNEL_ENV "TREADLE_CHANNEL"
#define TD_CHANNEL_MAGIC 0x54524541444c4532ull
#define TD_CHANNEL_VERSION 27
#define TD_WATCHDOG_SIGNAL 62 /* the tool asks where the program is; programs want SIGUSR1 and SIGUSR2 for themselves */

enum {
	TD_MAX_THREADS = 1024,
	TD_MAX_FRAMES = 32,     /* of a call stack */
	TD_MAX_MODULES = 64,
	TD_MAX_POLICIES = 16,
	TD_MAX_RANGES = 65536,  /* of shared memory known */
	TD_MAX_SEGMENTS = 1 << 20,
	TD_MAX_CHOICES = 1 << 20,
	TD_MAX_EVENTS = 1 << 22,
	TD_MAX_HASHED = 1 << 22,
	TD_MAX_STACKS = 1 << 16,
	TD_MAX_FINGERPRINTS = 1 << 16,
	TD_MOST_WORKERS = 64,
	TD_MAX_TARGETS = 8,
	TD_MAX_CONSTRAINTS = 64,
	TD_MAX_LOCK_EDGES = 4096,
	TD_MAX_GATES = 8,
	TD_EDGE_FRAMES = 4,
	TD_MAX_NO_LOCKS = 256,
	TD_MAX_WAITS = 64,
	TD_MAX_LOCKED_FILES = 64,
	TD_MAX_CLOCK = 64       /* threads in the clock of a lock edge */
};

enum td_state {
	TD_STARTING, /* the process has not come to main yet */
	TD_READY,    /* waits for a job */
	TD_GO,       /* works on a job */
	TD_QUIT      /* the tool wants the process to end */
};

enum td_job_kind {
	TD_JOB_EXPLORE, /* `count` executions from number `first`, execution i by policies[i % policy_count] */
	TD_JOB_FOLLOW,  /* one execution along the given segments and choices; afterwards each thread runs until it blocks */
	TD_JOB_COMPLETE, /* as EXPLORE, but each execution begins along the given segments and choices (a prefix) */
};

enum td_policy_kind {
	TD_POLICY_RUN_ON,      /* no preemption; the lowest-numbered thread goes on when one blocks */
	TD_POLICY_RANDOM,      /* random walk over events */
	TD_POLICY_PCT,         /* priorities with `param` - 1 change points */
	TD_POLICY_POS,         /* partial order sampling */
	TD_POLICY_DELAYS,      /* every schedule with at most `param` delays, depth first */
	TD_POLICY_PREEMPTIONS, /* every schedule with at most `param` preemptions, depth first */
	TD_POLICY_ALL,         /* every order of events that can conflict */
	TD_POLICY_TRACES,      /* one execution for each class of orders */
	TD_POLICY_READS_FROM,  /* one execution for each way in which reads can have read from writes */
	TD_POLICY_HUNT,        /* random, but threads that come to one of the channel's targets are held there: rt/engine/hunt.h */
	TD_POLICY_STEER,       /* to the places of channel.steer, in their order: rt/engine/steer.h */
	TD_POLICIES
};

static inline int td_policy_is_systematic(uint32_t kind)
{
	return kind == TD_POLICY_ALL || kind == TD_POLICY_TRACES || kind == TD_POLICY_READS_FROM;
}

/* Reductions of a search by traces: operations that come to the same in either order need not be tried in both. */
enum td_reduce {
	TD_REDUCE_PV = 1,      /* posts of a semaphore with each other, and with a wait that need not wait */
	TD_REDUCE_ADDS = 2,    /* atomic additions whose results are not used */
	TD_REDUCE_SAME = 4,    /* writes of equal values */
	TD_REDUCE_SYMMETRY = 8, /* threads that do the same and have seen the same */
	TD_REDUCE_SPINS = 16   /* rounds of a loop that change nothing */
};

/* Which plain accesses to shared memory are events where a schedule is followed.  The accesses of job.race always are; those that are
 * no events are still looked at for races. */
enum td_followed {
	TD_FOLLOWED_ALL,
	TD_FOLLOWED_CONTENDED, /* where accesses meet in this execution that nothing orders */
	TD_FOLLOWED_NONE
};

/* How the program's own requests for memory end. */
enum td_malloc {
	TD_MALLOC_REAL,     /* NULL if there is no room for a block of this size */
	TD_MALLOC_SUCCEEDS, /* never with NULL: where there is no room the program is refused */
	TD_MALLOC_FAILS     /* any of them may end with NULL */
};

enum td_isolate { TD_ISOLATE_INPLACE, TD_ISOLATE_FORK };

#define TD_ANY_EXIT 0xffffffffu /* an exit status: any */

struct td_policy {
	uint32_t kind;
	uint32_t param;
};

enum { TD_HASH_LIST = 2 };

struct td_job {
	uint32_t kind;
	uint32_t isolate;      /* enum td_isolate */
	uint64_t seed;
	uint64_t ranks;        /* TRACES: where any thread may go on, it is drawn by this seed; 0: not drawn.  For tests alone */
	uint64_t first, count; /* EXPLORE */
	uint32_t policy_count;
	uint32_t expect_exit;  /* exit status that is not a finding; TD_ANY_EXIT: none is one */
	struct td_policy policies[TD_MAX_POLICIES];
	uint64_t max_events;
	uint32_t segment_count, choice_count; /* FOLLOW, COMPLETE: how many of the areas are given */
	uint32_t constraint_count; /* COMPLETE, not for a search by traces or reads-from: see rt/engine/constrain.h */
	uint32_t period;       /* FOLLOW, endless: as it was found to be, see td_finish_endless */
	struct td_race_target race; /* FOLLOW: end at this race */
	uint8_t detail;        /* record stacks and all heap events */
	uint8_t learn;         /* locations seen by two threads become shared from the next execution on */
	uint8_t from_start;    /* run every execution from its beginning: never go back to a mark */
	uint8_t fifo;          /* a signal wakes the longest waiter */
	uint8_t spurious;      /* condition variables may wake without a signal */
	uint8_t patient;       /* waits with a limit give up only when no thread can go on, see rt/core/patience.h */
	uint8_t daemons;       /* threads that are still blocked when the program ends are no finding */
	uint8_t hash_all;      /* `op_hash` is wanted; TD_HASH_LIST: and the list of what it is made of */
	uint8_t learns_places; /* what is accessed at one of steer.places is learned to be shared */
	uint8_t stop_in_gdb;   /* call treadle_stopped() at the failing event and wait */
	uint8_t lenient;       /* FOLLOW, COMPLETE: leave out segments of threads that cannot run; otherwise the execution has diverged */
	uint8_t followed;      /* FOLLOW: enum td_followed */
	uint8_t gives_up;      /* FOLLOW: max_events holds on the way, too: see done.too_many */
	uint8_t stops_behind;  /* FOLLOW: ends (TD_END_STOPPED) where the last segment's thread, behind its segment, is about to do
				  what others can notice, or cannot go on; or at a choice that no outcome is given for */
	uint8_t endless;       /* FOLLOW: the execution went round at the end of this schedule: end it there */
	uint8_t restart;       /* a systematic search begins anew */
	uint8_t systematic;    /* the one policy is a search that learns what is shared by beginning anew */
	uint8_t reduce;        /* TRACES: enum td_reduce: what counts as the same order although it is not */
	uint8_t protected;       /* accesses to memory that something else orders are no events, see rt/race/protected.h */
	uint8_t races;         /* look for data races */
	uint8_t every_access;  /* ... and note how each shared place is accessed, also those where nothing can race */
	uint8_t endless_so_far; /* hardly any execution before this job has come to its end, see rt/core/limit.h */
	uint8_t malloc;        /* enum td_malloc */
	uint8_t by_reads_from; /* fingerprints say which write each read has read from, not how dependent events are ordered */
};

/* Also if it follows what a systematic search has found: everything is to be as it was then. */
static inline int td_job_is_systematic(const struct td_job *job)
{
	return job->policy_count && td_policy_is_systematic(job->policies[0].kind);
}

/* Some steps that depend on each other need not be tried in both orders; rounds that are left out have no steps at all. */
static inline int td_job_reduces_orders(const struct td_job *job)
{
	return job->reduce & ~TD_REDUCE_SPINS;
}

/* Nearly all executions were cut off: few that come to an end by themselves are to be expected. */
static inline int td_seems_endless(uint64_t cut, uint64_t ended)
{
	return cut >= 4 && ended <= cut / 4;
}

/* The n-th event of a thread, or of all threads together, at a place.  A place is a slice of the channel's code ranges:
 * a line of the source may have become several.  Executions of one program have their occurrences in common, whatever
 * their order. */
struct td_occurrence {
	uint32_t code, code_count; /* ranges channel->code[code], ...; none: see MUST_READ_FROM */
	uint32_t number; /* from 1, among the events of the thread, or of all, at this place */
	uint16_t thread; /* or TD_ANY_THREAD */
	uint16_t unused;
};

/* What an execution must do (rt/engine/constrain.h).  Fences and allocations are no occurrences: only some jobs record
 * them. */
enum td_constraint_kind {
	TD_MUST_PRECEDE, /* `second` does not happen before `first` has happened */
	/* Once a thread has done an event at the place of `first`, each time and whichever thread it is, no other
	 * thread makes an event until it has done one at that of `second`, or has ended. */
	TD_MUST_NOT_SWITCH,
	TD_MUST_HAPPEN, /* `first` happens */
	/* `second` happens and reads from `first`, or the initial value if that names no place.  First counts writes to
	 * memory alone, second reads; atomic read-modify-writes are both.  Bytes count: of all events that wrote any
	 * byte that is read, `first` is the last one. */
	TD_MUST_READ_FROM
};

/* Does an event of this kind take part in numbers of occurrences? */
static inline int td_kind_occurs(uint32_t kind)
{
	return kind != TD_ALLOC && kind != TD_FENCE;
}

static inline int td_kind_reads_memory(uint32_t kind)
{
	return kind == TD_READ || kind == TD_RMW;
}

static inline int td_kind_writes_memory(uint32_t kind)
{
	return kind == TD_WRITE || kind == TD_RMW;
}

struct td_constraint {
	uint32_t kind;         /* enum td_constraint_kind */
	uint32_t unused;
	struct td_occurrence first, second;
};

/* An operation that a thread should be about to do.  Addresses of modules are given as td_relative_address makes them, so that
 * they hold in a fresh process. */
struct td_target {
	uint64_t site;
	uint64_t object;       /* 0: any */
	uint64_t holds;        /* a lock that the thread holds then; 0: does not matter */
	uint64_t approach;     /* where it takes that lock; 0: not known, or does not matter */
	uint32_t kind;         /* enum td_kind; TD_NONE: any */
	uint32_t unused;
};

/* TD_POLICY_HUNT: what for, given with the job, and what came of it.  Accesses to memory meet only if they overlap and one of
 * them writes. */
struct td_hunt {
	uint32_t count;        /* of the targets */
	uint32_t stop;         /* a job ends with the first execution in which threads meet at them */
	struct td_target targets[TD_MAX_TARGETS];
	uint64_t met;          /* so many executions of the job had threads at all targets at once */
	uint32_t met_at;       /* the last execution: 1 + the number of the event that came then, 0 if they did not meet */
	uint16_t threads[TD_MAX_TARGETS]; /* who met, the last of them going first */
};

/* A thread that held `from` has got `to`, and had been ready to wait for it: rt/race/lock_order.h.  Addresses as in a target; a thread
 * that is joined stands for a lock, and its lineage for the address. */
struct td_lock_edge {
	uint64_t lineage;      /* of the thread */
	uint64_t from, to;
	uint64_t from_site, to_site; /* where they were taken */
	uint64_t object;       /* what the operation that got `to` acts upon: a condition variable, when coming back from it; 0: not known */
	uint64_t frames[TD_EDGE_FRAMES]; /* `to_site` and its callers, 0 where there are no more: for people */
	uint64_t gates[TD_MAX_GATES]; /* other locks held then */
	uint8_t kind;          /* enum td_kind of that operation */
	uint8_t from_shared, to_shared; /* read locks */
	uint8_t gate_count;
	uint8_t shared_gates;  /* a bit for each gate */
	uint8_t number;        /* of the thread in clocks; TD_MAX_CLOCK: in none */
	uint8_t is_weak;       /* `from` or `to` is a condition variable, semaphore or barrier, and no lock */
	uint16_t clock[TD_MAX_CLOCK]; /* what came before: of each thread, how many stretches */
};

struct td_lock_order {
	uint32_t count;
	uint32_t is_full;      /* there were more edges */
	uint32_t has_joins;    /* threads are joined with locks held */
	uint32_t lineage_count;
	uint64_t lineages[TD_MAX_CLOCK]; /* of the threads in clocks */
	uint32_t no_lock_count;
	uint32_t wait_count;
	uint64_t waits[TD_MAX_WAITS]; /* what is no lock and was waited for with locks held */
	uint64_t no_locks[TD_MAX_NO_LOCKS]; /* semaphores that looked like locks and are none */
	struct td_lock_edge edges[TD_MAX_LOCK_EDGES];
};

/* Where a thread stood when the execution ended. */
enum td_thread_state { TD_T_RUNNABLE, TD_T_BLOCKED, TD_T_TIMED, TD_T_DONE };

struct td_thread_info {
	uint64_t start;        /* its start function */
	uint64_t create_pc;    /* where it was created */
	uint64_t handle;       /* its pthread_t */
	uint64_t stack_low, stack_high, tls_low, tls_high;
	uint64_t object;       /* what its next operation acts upon */
	uint64_t pc;           /* its site */
	uint64_t op;
	uint64_t sp, bp, ip;   /* saved registers (for the debugger) */
	uint16_t creator;
	uint8_t state;         /* enum td_thread_state */
	uint8_t pending;       /* enum td_kind of its next operation */
	uint8_t detached, joined;
	uint16_t holder;       /* BLOCKED on an owned object: a thread that holds it, else 0xffff */
	uint32_t frame_count;
	uint64_t frames[TD_MAX_FRAMES]; /* innermost first */
	char name[16];
	uint64_t value;        /* STOPPED: what is in the memory that its next operation acts upon, if knows_value */
	uint32_t size;         /* ... bytes of it, 0: it acts upon no memory */
	uint8_t knows_value;
	uint8_t can_run;       /* it could be picked; RUNNABLE is also one that others must not see yet */
	uint16_t unused;
};

struct td_segment {
	uint32_t thread;
	uint32_t unused;
	uint64_t until;        /* runs on while its op count is below this; the operation with that number is not executed yet.
				  0: does not run now, and after the schedule only when no other thread can */
};

struct td_range {
	uint64_t start, end;
	uint64_t contended;    /* accesses have met there that nothing orders */
};

struct td_stack {
	uint32_t count;
	uint32_t next;         /* hash chain of the runtime */
	uint64_t frames[TD_MAX_FRAMES];
	uint64_t cfa[TD_MAX_FRAMES]; /* canonical frame address of the function that frames[i] lies in, 0 if not known: with it
					local variables have names.  With a frame pointer it is that pointer + 16. */
};

struct td_module {
	uint64_t base;         /* load bias */
	uint64_t text_low, text_high;
	uint64_t low, high;    /* everything mapped */
	char path[488];
};

/* The last execution. */
struct td_ended {
	uint32_t end;          /* enum td_end */
	uint32_t thread;       /* that made it end */
	uint64_t number;       /* of the execution */
	uint64_t object, pc, address; /* address: of a crash */
	int32_t signal, status;
	uint32_t event_count, segment_count, choice_count, thread_count;
	uint32_t frame_count;
	uint32_t policy;       /* index into job.policies */
	uint64_t frames[TD_MAX_FRAMES];
	uint32_t cycle_count;  /* CYCLE: the threads, each waiting for the next */
	uint16_t cycle[62];
	uint64_t fingerprint;  /* of the order of dependent events */
	uint64_t op_hash;      /* of everything hooked, in order */
	uint64_t block, block_size, block_pc, block_free_pc; /* heap findings */
	uint32_t race_event;   /* RACE: 1 + the event that is the first access; the second is the last event */
	uint32_t race_adjacent; /* ... nothing came between the two */
	uint32_t outcomes;     /* STOPPED at a choice: of so many */
	char message[512];
};

/* Why a search has not tried everything although it came to its end. */
enum td_cut {
	TD_CUT_BOUND,  /* the policy's bound */
	TD_CUT_SPIN,   /* a loop that changes nothing was not followed any further */
	TD_CUT_VALUES, /* any value was asked for: not all were tried */
	TD_CUT_CHOICE, /* of several choices in one atomic stretch, not all outcomes */
	TD_CUT_FINDING, /* an execution that had come to a finding came to another */
	TD_CUT_READS_FROM, /* a search by what reads read from did not follow all that could have been read */
	TD_CUT_CANCEL, /* a thread was cancelled: when it notices is not a matter of every order */
	TD_CUT_TIMEOUTS, /* a thread gave up waiting again and again */
	TD_CUT_SWAP,   /* whether a compare-and-swap would succeed before a write was not known */
	TD_CUT_BRANCH, /* an order that was to be tried could not be followed */
	TD_CUT_PORTS,  /* several receivers at one port, or a selective wait over ports that hold messages */
	TD_CUT_END,    /* the program ended while threads could still run */
	TD_CUT_LIBRARY, /* a descriptor became ready by what no event tells of, or a library did something when a thread ended */
	TD_CUT_TIMERS, /* a timer went off only when no thread could go on */
	TD_CUT_MISUSE, /* a primitive was misused (END_BAD_PRIMITIVE) */
	TD_CUT_THREADS, /* an execution was ended because it had made too many threads */
	TD_CUT_STRETCH, /* a thread may have to wait in an atomic stretch */
	TD_CUT_NOTHING, /* no execution came to its end and counts: for the tool alone */
	TD_CUT_CLOCK,  /* how late it was when a thread looked at a clock is a matter of who had slept */
	TD_CUT_LOCKS,  /* a library waited inside of a lock of its own */
	TD_CUTS
};

/* A file that has been locked, in any execution. */
struct td_locked_file {
	uint64_t object;       /* of flock; the lock of its ranges lies TD_FILE_LOCK_RANGES behind it */
	char name[120];
};

struct td_done {
	uint64_t executions;   /* finished since the process started the job */
	uint64_t events, switches; /* in them */
	uint64_t cut, assumed; /* executions that ended so */
	uint64_t stood;        /* ... of the latter, because a thread stood in a loop that it could have left, see rt/loops/spin_assume.h */
	uint64_t longest;      /* events in the longest execution: PCT's estimate; goes on over jobs */
	uint64_t beat;         /* changes while the program makes progress; for the watchdog */
	uint64_t fingerprints; /* written; the ring holds the last TD_MAX_FINGERPRINTS */
	uint64_t first_fingerprint; /* those before it were of a smaller set of shared locations: not to be compared */
	uint32_t exhausted;    /* a depth-first policy has tried everything within its bound */
	uint32_t bound_cut;    /* ... and left something out: a bit 1 << enum td_cut for each reason */
	uint64_t cut_pc[TD_CUTS]; /* where that was first; 0: no place in the program */
	double fraction;       /* of a depth-first or systematic search's tree, as far as it is known, that has been tried */
	uint32_t incomparable; /* executions whose classes a systematic search may not have: threads created by others than
				  main or in the place of others, loops that wait, an end while others could go on */
	uint32_t spun;         /* in a systematic search, threads have gone round in loops that wait for others */
	uint32_t refused;      /* UNSUPPORTED is because of the systematic search; other policies can run the program */
	uint32_t file_writes;  /* the program opened a file for writing */
	uint32_t grown;        /* a systematic search has ended early, because more is shared than was known */
	uint32_t wasted;       /* executions of a systematic search in which everything had been tried already */
	uint32_t warned_range; /* TD_MAX_RANGES was too small */
	uint32_t too_many;     /* the schedule was not followed to its end: more events than max_events (job.gives_up) */
	uint32_t in_vain;      /* the last execution has not done what constraints ask for, and does not count */
	uint32_t raced;        /* the last execution had races that were not known (channel.races) */
	uint64_t pairs_checked, pairs_reused; /* of accesses that met, for races: looked into, known from before */
	uint64_t resumed;      /* executions that went on from a mark instead of from the beginning ... */
	uint64_t skipped;      /* ... events that were not run again for that */
	uint64_t marks, mark_bytes;
	uint64_t blind;        /* executions with more accesses than the race detector has room for */
};

/* Depth-first policies keep their tree path here, so that it survives forked executions and new processes. */
struct td_path_step {
	uint16_t chosen;       /* index among the alternatives, in the policy's order */
	uint16_t count;
	uint16_t cost;         /* bound used up before this step */
	uint16_t unused;
};

/* One of the operations that td_ended.op_hash is made of. */
struct td_hashed_op {
	uint64_t pc, object;
	uint64_t value;        /* of an access to memory: what was in the eight bytes around `object` */
	uint16_t thread;
	uint16_t kind;         /* enum td_kind; TD_NONE: an access to memory, before it is known whether it is an event */
	uint32_t unused;
};

/* A heap block that was there before main: no event tells of it. */
struct td_early_block {
	uint64_t address, size, pc;
};

enum { TD_MAX_EARLY_BLOCKS = 256, TD_MAX_WEAK = 4096 };

struct td_channel {
	uint64_t magic;
	uint64_t size;         /* of this struct: the two sides must have been built from the same */
	uint32_t version;
	uint32_t state;        /* enum td_state; a futex */
	uint32_t pid;
	uint32_t module_count;
	uint32_t range_count;  /* shared ranges known */
	uint32_t stack_count;
	uint32_t path_length, path_used; /* steps of the path; of those, taken by the execution under way */
	uint32_t interrupt;    /* the tool wants the job to end after this execution */
	char panic[128];       /* why the runtime ended the process, if it did */
	uint32_t self_check;   /* the runtime checks its invariants at every step, and works with the smallest limits */
	uint32_t alike;        /* TD_REDUCE_SYMMETRY: threads were started with the same function and argument ... */
	uint32_t asymmetric;   /* ... but which is which matters to the program, */
	uint64_t asymmetric_pc; /* here */
	uint32_t could_race;   /* some access to shared memory was not atomic */
	uint32_t unprotected;    /* job.protected has no effect: the program has operations of this td_kind ... */
	uint64_t unprotected_pc; /* ... for example here */
	uint32_t locked_file_count;
	uint32_t lock_row_count; /* functions of libraries that lock, besides those that the runtime knows */
	uint32_t workers;      /* processes that share a systematic search; 0 and 1: one */
	struct td_lock_row lock_rows[TD_MAX_LOCK_ROWS];
	struct td_locked_file locked_files[TD_MAX_LOCKED_FILES];
	uint32_t waited;       /* a thread has waited for a condition variable */
	uint32_t weak_count;   /* places with atomic operations weaker than seq_cst, as far as there is room for them: */
	uint64_t weak_atomics[TD_MAX_WEAK]; /* their pcs, hashed; 0: free */
	uint32_t adopted;      /* bits of enum td_adopted: the program's own do nothing, the runtime's are used */
	uint32_t early_count;  /* with detail: the first of the blocks from before main */
	struct td_early_block early[TD_MAX_EARLY_BLOCKS];
	struct td_job job;
	struct td_constraint constraints[TD_MAX_CONSTRAINTS];
	struct td_code_range code[TD_MAX_CODE]; /* the places of their occurrences */
	struct td_hunt hunt;
	struct td_steer steer;
	struct td_done done;
	struct td_ended ended;
	struct td_lock_order lock_order;
	struct td_module modules[TD_MAX_MODULES];
	struct td_thread_info threads[TD_MAX_THREADS];
	struct td_range ranges[TD_MAX_RANGES];
	uint64_t fingerprints[TD_MAX_FINGERPRINTS];
	struct td_race_book races;
	struct td_path_step path[TD_MAX_SEGMENTS];
	struct td_segment segments[TD_MAX_SEGMENTS];
	uint32_t choices[TD_MAX_CHOICES];
	struct td_stack stacks[TD_MAX_STACKS];
	uint32_t event_stacks[TD_MAX_EVENTS]; /* with detail: index into stacks */
	struct td_event events[TD_MAX_EVENTS];
	uint64_t hashed_count; /* of the operations; the list ends at TD_MAX_HASHED */
	struct td_hashed_op hashed[TD_MAX_HASHED];
};

/* Behind it in the same file lies the memory of the systematic search: the runtime's own affair, but it outlives processes, and
 * the tool can keep it in a file. */
#define TD_SEARCH_OFFSET ((sizeof(struct td_channel) + 4095) / 4096 * 4096)
#define TD_SEARCH_SIZE (1ull << 40)
#define TD_SEARCH_ADDRESS 0x400000000000ull

#endif
