/* What each kind of operation is: one row a kind, for the runtime and for the tool.
 *
 * A new kind of operation is a constant in event.h and a row in ops.c.  What depends on more than the kind (flags, values, the state of a
 * fibre) stands where it is asked. */
#ifndef TD_WIRE_OPS_H
#define TD_WIRE_OPS_H

#include "event.h"

/* What the object of an event is. */
enum td_acts_on {
	TD_ON_NOTHING,
	TD_ON_MEMORY,
	TD_ON_PRIMITIVE,   /* the address of a primitive */
	TD_ON_FILE_LOCK,   /* flock of a file, or the locks of its ranges */
	TD_ON_QUEUE,       /* a message queue of POSIX */
	TD_ON_THREAD,
	TD_ON_BLOCK,       /* of the heap */
	TD_ON_FUTEX,
	TD_ON_DESCRIPTOR,
	TD_ON_HIDDEN       /* what threads share that is no memory */
};

/* What an operation needs of its object to happen, and what an object allows. */
enum {
	TD_COULD_LOCK = 1, TD_COULD_READ_LOCK = 2, TD_COULD_TAKE = 4, TD_COULD_BEGIN = 8, TD_COULD_POST = 16, TD_COULD_SEND = 32,
	TD_COULD_NEVER = 128     /* needed by what only comes where it came */
};

enum td_traits {
	TD_OP_INVISIBLE = 1,        /* no other thread can notice it, whatever the state: an invisible transition */
	TD_OP_INDEPENDENT = 2,      /* it commutes with every operation of other threads */
	TD_OP_PRIVATE = 4,          /* it neither changes nor depends on anything that another thread has */
	TD_OP_ACQUIRES = 8,         /* happens-before: it comes after all that has released its object */
	TD_OP_RELEASES = 16,        /* happens-before: it comes before all that acquires its object later */
	TD_OP_LOCKS = 32,           /* afterwards the thread holds the object */
	TD_OP_UNLOCKS = 64,         /* afterwards it holds the object no longer, or once less */
	TD_OP_CANCELLATION_POINT = 128, /* a thread that waits in it may be cancelled */
	TD_OP_READS_PRIMITIVE = 256, /* it needs the primitive's memory; a thread that was woken, or let through a barrier, does not */
	TD_OP_TELLS_VALUE = 512,    /* all that it tells its thread is the event's value */
	TD_OP_HASHED = 1024,        /* symmetry knows it by kind, object and value */
	TD_OP_ONLY_LOOKS = 2048,    /* it changes nothing, if it is not a compare-and-swap that failed */
	TD_OP_LIFE = 4096,          /* it makes or destroys a primitive */
	TD_OP_QUIET = 8192,         /* a report shows it only where it matters */
	TD_OP_TELLING = 16384,      /* a report shows it always */
	TD_OP_GIVES_BACK = 32768    /* the memory that it is about is not to be used afterwards */
};

struct td_op {
	const char *word;       /* in traces: "sem-wait" */
	const char *phrase;     /* in sentences, before the object if there is one: "take" */
	const char *future;     /* what has not happened yet, if the phrase does not say it: "its end" */
	const char *past;       /* in sentences, of what has happened: "took" */
	const char *noun;       /* ... "creation" */
	const char *waits;      /* of a thread that waits; %s: the object.  NULL: the phrase */
	const char *waits_held; /* ... while another thread holds the object; %s: the object, the thread */
	uint16_t traits;        /* enum td_traits */
	uint8_t acts_on;        /* enum td_acts_on */
	uint8_t needs;          /* TD_COULD_* */
};

extern const struct td_op td_ops[TD_KINDS];

/* Does the kind have one of these traits? */
static inline int td_op_is(enum td_kind kind, enum td_traits traits)
{
	return (td_ops[kind].traits & traits) != 0;
}

static inline int td_op_acts_on(enum td_kind kind, enum td_acts_on what)
{
	return td_ops[kind].acts_on == what;
}

#endif
