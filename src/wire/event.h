/* What one event is: the vocabulary shared by the runtime and the tool.
 *
 * Glossary
 *   thread     a thread of the program under test; 0 is the one that runs main, others are numbered as they are created.
 *   op         the count of a thread's hooked operations, private ones included.  A thread's place in its own
 *              execution is its op number; schedules are written in terms of it, so they do not depend on which
 *              locations happen to be known as shared.
 *   event      an operation that another thread can notice.  Only events are recorded and only events are places
 *              where the scheduler may switch.
 *   object     what an event acts upon: the address of a variable or of a primitive, or a handle (thread, descriptor).
 *   segment    a stretch of operations by one thread without a switch; a schedule is a list of segments.
 *   choice     an outcome that is not a matter of who runs next: which waiter a signal wakes, treadle_choose, ...
 *   finding    an execution that ended in something wrong.
 */
#ifndef TD_WIRE_EVENT_H
#define TD_WIRE_EVENT_H

#include <stdint.h>

enum td_kind {
	TD_NONE,
	/* memory */
	TD_READ, TD_WRITE, TD_RMW, TD_FENCE,
	/* mutexes and spin locks */
	TD_LOCK, TD_UNLOCK,
	/* read-write locks */
	TD_RDLOCK, TD_WRLOCK, TD_RWUNLOCK,
	/* locks of files; the object is from TD_FILE_LOCK_FIRST on.  LOOK: what is locked (F_OFD_GETLK) */
	TD_FILE_LOCK, TD_FILE_RDLOCK, TD_FILE_UNLOCK, TD_FILE_LOOK,
	/* condition variables: wait is release-and-sleep, wake is wake-and-acquire */
	TD_COND_WAIT, TD_COND_WAKE, TD_SIGNAL, TD_BROADCAST,
	TD_SEM_POST, TD_SEM_WAIT, TD_SEM_GET,
	TD_SEM_OPEN, /* by name; the object is TD_SEM_NAMES */
	/* monitors: a signaller that had to give way resumes; their conditions have the kinds of condition variables */
	TD_ENTER, TD_LEAVE, TD_RESUME,
	/* ports: a message that no queue keeps on the way is sent and received at once, and the SEND is what happens */
	TD_SEND, TD_RECEIVE,
	TD_SELECT, /* no event: what a thread is about to do that waits for several ports; the object is the first of them */
	/* message queues of POSIX; the object is TD_MQ_FIRST + 8 times the number of the queue, for OPEN all of them */
	TD_MQ_OPEN, TD_MQ_SEND, TD_MQ_RECEIVE,
	/* how many wait for a condition, or how many messages there are */
	TD_LENGTH,
	TD_BARRIER_ARRIVE, TD_BARRIER_LEAVE,
	TD_ONCE_BEGIN, TD_ONCE_END,
	/* threads; the object is the other thread's number */
	TD_CREATE, TD_BEGIN, TD_EXIT, TD_JOIN, TD_DETACH, TD_CANCEL,
	/* life of a primitive */
	TD_INIT, TD_DESTROY,
	/* heap; the object is the block, the size its size */
	TD_ALLOC, TD_FREE,
	/* a thread that ends gives up its stack; the object is the first byte of it that threads share, the size as far as the last */
	TD_LIFE_END,
	TD_FUTEX_WAIT, TD_FUTEX_WAKE_UP, TD_FUTEX_WAKE,
	/* descriptors; the object is the descriptor, from TD_SIGNAL_FDS on the program's own signals */
	TD_FD_READ, TD_FD_WRITE, TD_FD_POLL, TD_FD_BIND, TD_FD_LISTEN, TD_FD_CONNECT, TD_FD_ACCEPT, TD_FD_CLOSE,
	/* what threads share that is no memory: state of the C library, files; the object is from TD_HIDDEN_FIRST on.  CHANGE also of
	   memory that is unmapped, protected or emptied */
	TD_LOOK, TD_CHANGE,
	TD_YIELD, TD_SLEEP,
	TD_CHOOSE, TD_ASSUME, TD_NOTE, TD_ATOMIC_BEGIN, TD_ATOMIC_END,
	TD_FAIL,
	TD_KINDS
};

/* Descriptors that stand for signals. */
enum { TD_SIGNAL_FDS = 960 };

/* Where no memory is. */
enum { TD_SEM_NAMES = 0x7ff0, TD_MQ_NAMES = 0x7ff8, TD_MQ_FIRST = 0x8000, TD_MQ_LAST = 0xffff };

/* Things that are no memory lie side by side where no memory is, each with a number: first those of the C library, then files. */
#define TD_HIDDEN_FIRST 0x100000000000ull
enum td_hidden {
	TD_HIDDEN_RAND, TD_HIDDEN_RAND48, TD_HIDDEN_TOKENS, TD_HIDDEN_ENVIRONMENT,
	TD_HIDDEN_FILES = 16, /* all of them, if it is not known which of them are the same */
	TD_HIDDEN_FILE,       /* and those that come after it */
	TD_HIDDEN_END = 1 << 16,
	TD_HIDDEN_SIZE = 64   /* bytes between two of them */
};

/* Locks of files lie where no memory is, too: two for each file, that of flock and that of its ranges. */
#define TD_FILE_LOCK_FIRST 0x110000000000ull
#define TD_FILE_LOCK_FILES (1ull << 32)
enum { TD_FILE_LOCK_SIZE = 16, TD_FILE_LOCK_RANGES = 8 };
#define TD_FILE_LOCK_LAST (TD_FILE_LOCK_FIRST + TD_FILE_LOCK_FILES * TD_FILE_LOCK_SIZE)

/* Event flags. */
enum {
	TD_F_ATOMIC = 1,   /* READ, WRITE, RMW: an atomic access; order says which */
	TD_F_FAILED = 2,   /* try-lock or compare-and-swap that did not succeed, futex wait that saw another value */
	TD_F_TIMEOUT = 4,  /* a timed operation that gave up */
	TD_F_SPURIOUS = 8, /* COND_WAKE without a signal; its value is TD_CANCELED if the thread was cancelled */
	TD_F_RANGE = 16,   /* READ, WRITE: a block of memory; value is its first eight bytes at most.  FILE_*: a range of the file */
	TD_F_TRY = 32,     /* a try operation */
	TD_F_SWITCH = 64,  /* another thread ran before this event */
	TD_F_PREEMPT = 128 /* ... although the one that ran last could have gone on */
};

enum { TD_CANCELED = 2 };

/* READ, WRITE that are not atomic: the program's text says volatile. */
enum { TD_ORDER_VOLATILE = 1, TD_AUX_VOLATILE = TD_ORDER_VOLATILE << 24 };

struct td_event {
	uint64_t object;
	uint64_t value; /* READ: value read; WRITE, RMW: value afterwards; SEM_*: count afterwards; SIGNAL: thread woken + 1
			   or 0; LOCK: recursion depth; SEND, RECEIVE: the message; MQ_*: messages afterwards; LENGTH: it; CREATE, JOIN: thread; CHOOSE: outcome; NOTE: address of the text */
	uint64_t pc;    /* return address in the program: the site */
	uint32_t op;    /* low bits of the thread's op count */
	uint32_t size;  /* bytes accessed, or of the block */
	uint16_t thread;
	uint8_t kind;   /* enum td_kind */
	uint8_t flags;
	uint32_t aux; /* RMW: low bits of the value before; COND_*: the low bits of the mutex or monitor; SIGNAL: those
			 of a monitor that is handed over, or 0; memory order of an atomic << 24; TD_AUX_VOLATILE */
};
_Static_assert(sizeof(struct td_event) == 40, "events are 40 bytes in the channel and in files");

static inline int td_is_volatile_access(const struct td_event *event)
{
	return (event->kind == TD_READ || event->kind == TD_WRITE) && !(event->flags & TD_F_ATOMIC) &&
	       (event->aux & TD_AUX_VOLATILE) != 0;
}

/* How an execution ended. */
enum td_end {
	TD_END_RUNNING,
	TD_END_PASSED,
	/* findings */
	TD_END_ASSERT,        /* assert, treadle_assert, reach_error */
	TD_END_ABORT,         /* abort, uncaught exception */
	TD_END_CRASH,         /* a fatal signal */
	TD_END_EXIT_CODE,     /* exit status other than the expected */
	TD_END_DEADLOCK,      /* every thread blocked */
	TD_END_CYCLE,         /* some threads wait for each other, or for a lock whose holder has ended, while others can run */
	TD_END_SELF_DEADLOCK, /* a thread locks what it holds */
	TD_END_NOT_OWNER,     /* unlock of what the thread does not hold */
	TD_END_BAD_PRIMITIVE, /* use of a primitive that is destroyed or not initialised; its end, or a new beginning, while in use */
	TD_END_USE_AFTER_FREE,
	TD_END_DOUBLE_FREE,
	TD_END_BAD_FREE,      /* free of something that malloc did not return */
	TD_END_HEAP_OVERFLOW, /* access between heap blocks */
	TD_END_USE_AFTER_RETURN, /* of a variable on a stack: its thread (status: the number) has ended, or the function has returned */
	TD_END_LEAKED_THREAD, /* exit while a joinable thread is blocked for ever */
	TD_END_ENDLESS,       /* all that can run go round with nothing changing */
	TD_END_HANG,          /* no event for a while (found by the watchdog) */
	TD_END_RACE,          /* the second of two accesses that nothing orders; only where a schedule is followed to it */
	TD_END_LAST_FINDING = TD_END_RACE,
	/* no findings */
	TD_END_ASSUME,        /* treadle_assume(0): the execution does not count */
	TD_END_CUT,           /* more than max_events events */
	TD_END_DIVERGED,      /* a prescribed schedule could not be followed */
	TD_END_UNSUPPORTED,   /* the program did what the runtime cannot control; message says what */
	TD_END_STOPPED,       /* behind its schedule, as the job wanted (stops_behind): it could go on */
	TD_ENDS
};

static inline int td_end_is_finding(enum td_end end)
{
	return end >= TD_END_ASSERT && end <= TD_END_LAST_FINDING;
}

#endif
