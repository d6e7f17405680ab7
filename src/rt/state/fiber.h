/* A thread of the program is a fibre: a stack, a saved stack pointer and a thread pointer.
 *
 * All fibres run on the process's one main OS thread, one at a time; a switch saves the callee-saved registers on the
 * stack that is left and takes them from the stack that is entered:
 *
 *      high  +------------------+ <- stack.high (16-aligned)
 *            | 0                |   return address of the trampoline: the end for unwinders
 *            | frames ...       |
 *            | trampoline or    |
 *            | return address   |
 *            | rbp rbx r12..r15 |
 *            | mxcsr, x87 word  | <- sp while it does not run
 *            |                  |
 *      low   +------------------+ <- stack.low, below it a page that faults
 *
 * Thread-local variables and errno are right because each fibre has the thread pointer (FS base) of a slot: a real
 * thread that was created once, is parked for ever and only lends its thread-local block.  Fibre 0, which runs main,
 * has that of the main thread itself.  A pthread_t is the slot's thread pointer, as it is in the C library, so
 * functions that are not intercepted (pthread_getattr_np, ...) work on it.
 *
 * A fibre is made of parts, a struct for each concern, and each part says who writes it.  The order of the parts is
 * that of their lifetimes: a part lies wholly in one of the four sections of struct td_fiber.
 *
 * Invariant: td_current is the fibre that runs, or NULL while the runtime's own loop (the host) or code before main
 * runs; the FS base is td_current's, or the main thread's for the host.
 */
#ifndef TD_RT_FIBER_H
#define TD_RT_FIBER_H

#include "rt/sys.h"
#include "wire/channel.h"

struct td_object;

enum {
	TD_ROUND_READS = 16,
	TD_MAX_HELD = 512,
	TD_READ_MEMORY = 8,
	TD_WAIT_MEMORY = 4,
	TD_MOST_WAKERS = 8,
	TD_MOST_MISSED_WAKEUPS = 32,
	TD_MOST_TIMEOUTS = 3,
	TD_NOBODY = 0xffff
};

struct td_held {
	struct td_object *object;
	uint32_t depth;
	uint32_t shared;            /* a read lock */
	uint64_t pc;                /* where it was taken */
};

/* The operation a fibre is about to do.  The scheduler begins it anew (td_point, td_wait); the hooks and the primitives
 * add to it. */
struct td_pending {
	uint64_t object;
	uint64_t pc;
	uint32_t size;
	uint8_t kind;
	uint8_t flags;
	uint8_t writes;             /* for the policies: does it conflict with reads of the same object? */
	uint8_t timed;              /* may give up instead of waiting */
	uint8_t never_waits;        /* unlike others of its kind */
	uint8_t is_cancel_point;    /* a wait that ends when the thread is cancelled */
	uint8_t unshared;           /* an access to memory that only this thread is known to touch, or something else
				       that changes nothing for others */
	uint8_t order; /* of an atomic operation: the memory order, and hints for the hardware; of an access
			  TD_ORDER_VOLATILE */
};

/* What a fibre has read since it last changed anything: to notice that it goes round in circles. */
struct td_read_memory {
	uint64_t pc, object, value;
	uint64_t state;             /* of the thread itself then, if that was asked for */
	uint64_t arrival;           /* ... when it came there, see spin_assume.h */
	uint32_t size;
	uint32_t part;              /* the thread's then */
	uint32_t look;              /* which of the thread's looks was the last at it */
	uint16_t rounds;
	uint8_t is_written;         /* by somebody else since, for all that is known */
};

/* A step that has written what a fibre had looked at, and when that was. */
struct td_hit {
	uint32_t step, look;
};

struct td_round_read {
	uint64_t address;
	uint32_t size;              /* 0: a lock that was taken */
};

/* A step that has written what a fibre has read in a round, or tried for its lock; by whom, and whether that one had
 * the lock. */
struct td_round_hit {
	uint32_t step;
	uint16_t by;
	uint8_t is_locked;
};

/* What a fibre has waited for, the step with which it went on, and what ended the wait: see missed_wakeup.h. */
struct td_missed_wakeup {
	uint64_t address, lock;
	uint32_t size;
	uint32_t step, waker;
};

/* Since it arrived at a lock, a fibre has changed nothing: see lock_polling.h. */
struct td_round {
	uint64_t pc, lock;          /* where, and at which; pc 0: nowhere */
	uint32_t held;              /* locks that it had then, and has had ever since */
	uint64_t state;             /* of the thread when it last arrived there, if it has come round; otherwise 0 */
	uint64_t rest;              /* how memory was when it last went round because nobody else could run */
	uint8_t waits;              /* has come round: not to be run */
	uint8_t is_woken;           /* ... but now it can, and has not yet */
	uint16_t waker;             /* by this thread first, */
	uint32_t waker_step;        /* with this step; TD_NO_STEP: nobody knows */
	uint8_t is_changed;         /* somebody has written what it read */
	uint8_t is_too_long;        /* it reads too much to be remembered */
	uint8_t hit_count;          /* how many of the fibre's round_hits */
	uint8_t others, others_most; /* locks that it has come to since, and how many there may be */
	uint8_t read_count;         /* how many of the fibre's round_reads */
};

/* A wait for a condition, with all that the thread itself knew then. */
struct td_wait_memory {
	uint64_t state, likeness;
	uint32_t own_changes;
};

/* A destructor of a C++ thread_local. */
struct td_thread_destructor {
	void (*function)(void *);
	void *argument;
	struct td_thread_destructor *next;
};

/* Where a thread was when nothing had changed for long, see cycle.h. */
struct td_lap {
	uint64_t state, memory;     /* memory: 0 until the state has come back once */
	uint32_t since;             /* when something last changed */
	uint32_t calls;             /* of td_cycle_look since then */
	uint32_t length, looks;     /* the state is that of `looks` looks ago, and is replaced when they are `length` */
	uint8_t is_round;           /* it has come back */
};

/* How a thread was when it was last looked at, to find livelocks: see livelock.h. */
struct td_last_look {
	uint64_t state;             /* of its stack and registers */
	uint64_t op;
	uint32_t at;                /* event count */
};

/* A thread that has gone on for long in memory of its own: see local_spin.h. */
struct td_glance {
	uint64_t pc, state;         /* where it was looked at first, and how it was; pc 0: it is not looked at now */
	uint64_t until;             /* operations, when it need not be looked at any longer ... */
	uint64_t over_at;           /* ... and when it has to give way in any case */
	uint64_t pause;             /* operations from one time to the next */
	uint32_t own_changes;
};

/* Whether it only goes round in a loop that waits.  The room of loops writes it. */
struct td_fiber_loop {
	uint8_t spinning;           /* has come round with nothing changed */
	uint8_t spins_for_sure;     /* ... and is just as it was: it would go round for ever */
	uint8_t has_come_round;     /* it spins for sure, or would if others had not written: see td_spin_depend */
	uint8_t spin_assumed;       /* has gone round once, and is not to go on in this execution: see spin_assume.h */
	uint8_t would_see_more;     /* ... although another thread has written since what it has seen there */
	uint8_t waker_count;        /* since it began to spin: how many steps of a search have written what it reads */
	uint8_t suspect;            /* may be spinning: whether it changes its own memory matters */
	uint8_t watched;            /* has gone on for long without an event: all its accesses are events until it
				       changes something, to see whether it only spins */
	uint32_t looks;             /* counts its looks at what others may write, see spin.h; and which of them was the
				       last ... */
	uint32_t round_before;      /* ... before the round in which it spins */
	uint32_t spun_at;           /* ... when it came to spin; if it has looked since then, it has gone on */
	uint32_t written;           /* ... at something that has been written since */
	uint32_t forgotten;         /* ... that there was no room to remember */
	uint32_t hit_count;         /* writes of what it had looked at, since it changed anything */
	uint32_t missed_wakeup_count;
	uint32_t reads_stamp;       /* counts.stamp when ... */
	uint8_t read_count;         /* ... so many reads were known, see td_read_count */
	uint64_t arrival;           /* the state in which it has come to its pending operation, see spin_assume.h */
	struct td_round round;
	struct td_lap lap;
	struct td_glance glance;
	struct td_last_look last_look;
};

/* Lists whose lengths are counts in other parts, as the comments say; what lies behind is out of date.  The room of
 * loops writes them, and symmetry.c `waits`. */
struct td_fiber_lists {
	struct td_wait_memory waits[TD_WAIT_MEMORY];                    /* symmetry.wait_count */
	struct td_read_memory reads[TD_READ_MEMORY];                    /* td_read_count */
	uint32_t wakers[TD_MOST_WAKERS];                                /* loop.waker_count */
	struct td_hit hits[TD_MOST_WAKERS];                             /* loop.hit_count; the last ones */
	struct td_round_read round_reads[TD_ROUND_READS];               /* loop.round.read_count */
	struct td_round_hit round_hits[TD_MOST_WAKERS];                 /* loop.round.hit_count */
	struct td_missed_wakeup missed_wakeups[TD_MOST_MISSED_WAKEUPS]; /* loop.missed_wakeup_count */
};

/* What decides when it has its turn.  The scheduler and the strategies write it, and runnable.c, which keeps the list
 * of those that can run. */
struct td_fiber_turn {
	uint64_t priority;          /* the policies' */
	uint64_t alone_since;       /* op when it was first stopped after its last event that others can see */
	uint32_t enabled_index;     /* in the list of those that can run */
	uint32_t could_run_at;      /* event count when it last became able to run, or unable, or what it waits for was
				       there */
	uint32_t yielded_at;        /* others should run first until the event count is greater */
	uint32_t stops;             /* how often it had to give way since it did something that others can notice */
	uint16_t goes_last;         /* a schedule wants it to run only when others cannot; larger: later */
	uint8_t naps;               /* how often it has said that others should run first, see td_pick_nap */
};

/* What its pending operation waits for.  runnable.c links it; the primitives write the rest. */
struct td_fiber_wait {
	struct td_object *object;   /* whose list of pending fibres it is in */
	struct td_fiber *next, *prev;
	uint64_t generation;        /* barrier: what it waits to change */
	struct td_object *mutex_after; /* cond: to be held again after the wait */
	struct td_offer *offer;     /* ports: what it waits to receive */
	uint8_t woken;              /* cond, futex: a wake-up has come; port: a sender has met it */
};

/* How long it waits, and what it knows of clocks.  patience.c, runnable.c and clock.c write it, and the scheduler
 * counts time-outs. */
struct td_fiber_time {
	uint64_t limit;             /* of its wait, see patience.h */
	uint64_t sleeps_behind;     /* a bit for each thread all of whose sleeps it comes after: see clock.c */
	uint64_t looks_behind;      /* ... of whose looks */
	uint32_t looks;             /* counts its looks at a clock */
	uint8_t has_slept, has_looked; /* at a clock */
	uint8_t is_late;            /* the limit of its wait is past, or may be: see patience.h */
	uint8_t would_time_out;     /* enabled only because it may give up waiting */
	uint8_t timeouts;           /* how often it has given up waiting */
};

/* What an atomic operation works with.  hooks/atomic.c writes it; what it wants, before the operation is pending. */
struct td_fiber_atomic {
	uint64_t expected;          /* the value that a pending compare-and-swap wants to find */
	uint64_t found;             /* the value that it has found */
	uint64_t added;             /* ... that it has added */
	uint8_t is_swap;            /* the pending operation is a compare-and-swap */
	uint8_t adds;               /* it adds, and the program does not use its result */
};

/* A block or a message that several accesses make up.  hooks/access.c writes it, and the room of descriptors `part`. */
struct td_fiber_transfer {
	uint64_t copy_op, copy_size; /* op count after the announcement of a block's being written, and its size */
	uint32_t part;              /* of a message that the thread hands over: see access_parts; 0: the first, or
				       none */
};

/* An atomic stretch that it is in.  engine/stretch.c writes it. */
struct td_fiber_stretch {
	uint32_t depth;             /* so many have begun, one in the other */
	uint32_t stamp;             /* counts.stamp when the outermost began */
	uint32_t event;             /* ... and td_event_count */
};

/* How often it has done what.  The file that does it counts: loops/, hooks/, search.c, random.c, fiber.c, flow.c. */
struct td_fiber_counts {
	uint32_t stamp;             /* its changes */
	uint32_t own_changes;       /* of memory that no other thread sees, its stack apart; counted while it has a
				       likeness */
	uint32_t same_stores;       /* stores of values that were there already */
	uint32_t choices;           /* what it has chosen (treadle_choose), in a search by trace */
	uint32_t draws;             /* the random numbers it was given */
	uint32_t children;          /* threads it has created */
	uint32_t flows;             /* flows, ports and files that it has numbered */
};

/* Which threads it was like, and knows; `likeness` says which it is like now.  symmetry.c writes it. */
struct td_fiber_symmetry {
	uint64_t start_likeness;    /* what it was when the thread began */
	uint64_t joining;           /* the start_likeness of a thread that it has joined and that had others like it */
	uint32_t wait_count;        /* how often it has waited for a condition */
};

/* Signals that it blocks, is sent or waits for.  thread/signals.c writes it. */
struct td_fiber_signals {
	uint64_t mask;              /* those it blocks, see signals.h */
	uint64_t deferred;          /* sent to it, and not yet pending in the kernel, see signals.c */
	uint64_t wanted;            /* ... what it waits for, by this descriptor */
	int fd;
	uint8_t pauses;             /* it waits for ever, see pause() */
};

/* The descriptors that its operation is on.  io/fd.c writes it. */
struct td_fiber_descriptors {
	struct pollfd *poll_set;    /* those it waits for */
	uint32_t poll_count;
	int fd;                     /* the one that its operation is on, -1: several */
};

/* How many of `held` it holds.  object.c and engine/primitive.c write it, race_book.c the lockset, and library_lock.c whether
 * it is inside a function of a library that locks: what that calls for itself is its own affair. */
struct td_fiber_locks {
	uint32_t held_count;
	uint16_t lockset;           /* the number of all that it holds (race_book.c) */
	uint8_t have_changed;       /* ... which has to be found anew */
	uint8_t is_in_library;
};

/* Whether it may be cancelled, and when.  The room of threads writes it; some calls disable it for a while. */
struct td_fiber_cancel {
	uint8_t disabled, async;
};

/* What is to be done when it ends, and what it leaves.  The room of threads writes it. */
struct td_fiber_end {
	void *result;
	void *cleanups;             /* the innermost pthread_cleanup_push of C code */
	struct td_thread_destructor *destructors;
	uint8_t is_seen;            /* its end is an event that matters: a thread looks for it, other than by waiting */
	uint8_t is_near;            /* it has returned from the function that it was created for, or ends the program */
	uint8_t gave_up;            /* a bit for each of its memories (stack.h) that no other thread may use any more */
};

/* Thread-specific values.  thread/key.c writes them; they outlive an execution, see clear_fiber. */
struct td_fiber_keys {
	void **values;
	uint32_t room;
};

/* What becomes of the thread.  The room of threads writes it, also when another thread acts and this one has ended. */
struct td_fiber_life {
	char name[16];
	uint16_t joiner;            /* TD_NOBODY or who waits in join */
	uint8_t detached, joined, canceled;
	uint8_t stack_was_used;     /* in this execution, by a thread that has ended */
};

/* Where its frames lie.  fiber.c writes it, and thread.c what the program has asked for. */
struct td_fiber_stack {
	uint64_t low, high;
	uint64_t wanted_size, guard_size; /* what the program has asked for */
};

/* Where it comes from.  fiber.c and the room of threads write it when the thread is created. */
struct td_fiber_origin {
	void *(*start)(void *);
	void *argument;
	uint64_t entry;             /* the function the program named: what reports show */
	uint64_t create_pc;
	uint64_t lineage;           /* the same for the same thread in every order: from its creator's, and which child
				       it is */
	uint16_t creator;
};

struct td_fiber {
	/* what the hooks touch on every access, in the first 64 bytes, and what else a thread has until it ends */
	uint64_t op;                /* number of the operation under way */
	uint64_t stop_at;           /* ... of the first not to be executed yet */
	uint16_t tag;               /* what the shadow says of memory only this fibre has touched */
	uint16_t id;
	uint8_t enabled, done, started, parked;
	struct td_pending pending;
	struct td_fiber_loop loop;
	struct td_fiber_counts counts;
	struct td_fiber_turn turn;
	struct td_fiber_wait wait;
	struct td_fiber_time time;
	struct td_fiber_atomic atomic;
	struct td_fiber_transfer transfer;
	struct td_fiber_stretch stretch;
	struct td_fiber_symmetry symmetry;
	struct td_fiber_cancel cancel;
	struct td_fiber_locks locks;
	struct td_fiber_descriptors descriptors;
	struct td_fiber_signals signals;
	struct td_fiber_keys keys;
	struct td_fiber_end end;
	uint64_t hash;              /* of its past, for the fingerprint */
	void *sp;
	uint32_t patch;             /* 1 + the event whose value is known only when the fibre is next seen */

	/* what others may still change when it has ended; see td_fibers_mark */
	uint64_t likeness;          /* see symmetry.h; 0: like no other thread */
	struct td_fiber_life life;

	/* what stays as it was when the thread was created; see td_fibers_mark */
	uint64_t fs;
	struct td_slot *slot;
	struct td_fiber_stack stack;
	struct td_fiber_origin origin;
	struct td_object *thread;   /* the object that joiners wait for */
	struct td_held *held;       /* room for TD_MAX_HELD; locks.held_count of them count */
	uint16_t name_number;       /* see lineage.h */

	/* what is out of date unless a count above says otherwise; see td_fibers_mark */
	struct td_fiber_lists lists;
};

/* What was read before the last change is out of date. */
static inline uint32_t td_read_count(const struct td_fiber *fiber)
{
	return fiber->loop.reads_stamp == fiber->counts.stamp ? fiber->loop.read_count : 0;
}

extern struct td_fiber *td_current;
extern uint32_t td_fiber_count;      /* threads of this execution, also those that have ended */
extern uint32_t td_fibers_at_most;   /* of this execution, also before it went back to a mark */

struct td_fiber *td_fiber(uint32_t id);
struct td_fiber *td_fiber_of_handle(uint64_t handle); /* NULL if no thread of this execution has this pthread_t */

/* Once, in the host, before the first execution. */
void td_fibers_setup(void);

uint64_t td_main_stack_size(void); /* as the system would give it to main; without a limit, what it usually is */
uint64_t td_tls_size(void); /* bytes of thread-local variables below a thread pointer */

/* Are there slots for at least so many threads?  The host makes more between executions. */
uint32_t td_slot_count(void);
struct td_fiber *td_slot_user(uint32_t slot); /* the last in this execution; NULL: none yet */
void td_slots_make(uint32_t wanted);

/* The execution needs more threads than there are slots: it ends, and the host makes more and runs it again. */
extern uint8_t td_slots_are_wanted;
_Noreturn void td_slots_want_more(void);

/* Forget all fibres: the start of an execution. */
void td_fibers_reset(void);

/* A fibre that will run start(argument) when first switched to; NULL if there is no slot left.  Its stack is at least
 * as large as the system's default. */
struct td_fiber *td_fiber_new(void *(*start)(void *), void *argument, size_t stack_size);

/* Only the scheduler calls these. */
void td_fiber_switch(struct td_fiber *to);     /* from td_current */
struct td_fiber *td_fiber_enter(struct td_fiber *to); /* from the host; returns NULL when a fibre leaves to it ... */
void td_fiber_pause(void);                     /* ... or one that wants to go on when it is entered again */
void td_fibers_mark(void);                     /* see mark.h */
void td_fibers_back(void);
_Noreturn void td_fiber_leave(void);           /* to the host; the fibre is never entered again */
uint64_t td_fiber_frame(const struct td_fiber *fiber, uint64_t *ip); /* rbp and rip of a fibre that does not run */

/* What the room of threads does for fibres (thread.c has the one instance). */
struct td_fiber_services {
	__attribute__((noreturn)) void (*main)(struct td_fiber *fiber); /* called first on a new fibre's stack */
	void (*change_mask)(const struct td_fiber *fiber); /* gives the OS thread the fibre's signal mask */
	void (*test_cancel)(struct td_fiber *fiber);       /* ends the fibre, if it has been cancelled and may be */
};

extern const struct td_fiber_services td_fiber_services;

/* A thread that may be cancelled at any moment is cancelled at its next access to memory. */
static inline void td_cancel_any_moment(struct td_fiber *self)
{
	if (unlikely(self->cancel.async))
		td_fiber_services.test_cancel(self);
}

/* The mask that the OS thread has now, as its fibre sees it (signals.h). */
extern uint64_t td_mask_now;

#endif
