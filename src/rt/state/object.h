/* The state of a primitive: a mutex, a condition variable, a thread that can be joined, ...
 *
 * It is kept beside the program's own memory, found by address, made at the first use in an execution and forgotten with
 * it.  What the program's memory says (the kind of a mutex, a mark left by destroy) is read from there.
 *
 * While a primitive is in use, its memory says so as well, as it would without the tool: that is its imprint.  A static
 * initialiser, a constructor or a memset removes the imprint, in whatever code it is; the next operation sees that, and
 * takes the primitive for a new one. */
#ifndef TD_RT_OBJECT_H
#define TD_RT_OBJECT_H

#include "fiber.h"
#include "touch.h"

enum td_object_type {
	TD_O_NONE, TD_O_MUTEX, TD_O_SPIN, TD_O_RWLOCK, TD_O_COND, TD_O_SEM, TD_O_BARRIER, TD_O_ONCE, TD_O_THREAD,
	TD_O_FUTEX, TD_O_FD, TD_O_FILE, TD_O_MONITOR, TD_O_PORT, TD_O_MQ,
	TD_O_FILE_LOCK
};

enum { TD_USED_BY_MANY = 0xffff };

struct td_object {
	uint64_t address;
	uint8_t type;
	uint8_t kind;               /* mutex: PTHREAD_MUTEX_*; once: 0 new, 1 running, 2 done; monitor: its discipline */
	uint8_t robust_dead;        /* robust mutex whose owner ended */
	uint8_t robust;
	uint8_t is_inconsistent;    /* whoever took it from a dead owner has not said that what it protects is in order again */
	uint8_t is_lost;            /* and has let go of it all the same: nobody can have it any more */
	uint8_t is_kept;            /* somebody has held it from one step to another, in a search by trace */
	uint8_t is_in_stretch;      /* somebody has taken it in an atomic stretch */
	uint8_t is_imprinted;       /* its memory says that it is in use (td_object_imprint) */
	uint8_t is_foreign;         /* a lock of a library, which lays out its memory in its own way: that is not written to */
	uint16_t user;              /* the thread that has used it, id + 1; TD_USED_BY_MANY */
	struct td_fiber *owner;     /* mutex, spin lock, rwlock's writer, once, monitor: who is inside, thread: itself */
	uint32_t depth;             /* recursive mutex */
	uint32_t readers;           /* rwlock: how many read locks */
	uint64_t count;             /* semaphore: value; barrier: how many are awaited; port: messages in it */
	uint64_t limit;             /* semaphore, port: as many as it holds; a semaphore of POSIX: 0, for it holds any number */
	struct td_port *port;       /* port: what else there is to know */
	uint64_t arrived, generation; /* barrier */
	struct td_fiber *dropped;   /* a thread that held it when its memory was overwritten */
	struct td_fiber *first, *last; /* fibres whose next operation is on it, in the order they came */
};

/* The object at this address; made if there is none.  An object of another type at this address is forgotten:
 * the memory has been put to a new use. */
struct td_object *td_object(uint64_t address, enum td_object_type type);
struct td_object *td_object_find(uint64_t address); /* NULL if none */
uint64_t td_object_next(uint64_t at, uint64_t end); /* the first address in [at, end) that has one; `end` if none has */
void td_object_forget(struct td_object *object);
void td_objects_setup(void);
void td_objects_reset(void);
void td_objects_mark(void);                /* see mark.h */
void td_objects_back(void);

/* What the runtime knows of each type of object: a row in object_types.c. */
struct td_object_row {
	const char *word;           /* "mutex" */
	/* Could the pending operation of the fibre, which waits for the object, happen now? */
	int (*is_available)(const struct td_object *self, const struct td_fiber *fiber);
	/* Which operations (TD_COULD_*) could happen at this place?  The place is the object's address, or stands for a part of it. */
	uint8_t (*could)(const struct td_object *self, uint64_t place);
	/* Which places does the fibre's pending operation use?  NULL: the object alone. */
	void (*uses)(const struct td_fiber *fiber, struct td_uses *uses);
	/* Writes into the program's memory that the object is in use, or is not; sets is_imprinted.  NULL: nothing to write. */
	void (*imprint)(struct td_object *self);
	/* Of an object that is imprinted: has the program overwritten that with an initialiser's bytes? */
	int (*is_overwritten)(const struct td_object *self);
};

extern const struct td_object_row td_object_rows[];

static inline const char *td_object_word(enum td_object_type type)
{
	return td_object_rows[type].word;
}

/* Its state has changed: its memory is to say so. */
void td_object_imprint(struct td_object *object);

static inline int td_object_can_be_overwritten(const struct td_object *object)
{
	return td_object_rows[object->type].is_overwritten != NULL;
}

static inline int td_object_is_overwritten(const struct td_object *object)
{
	return unlikely(object->is_imprinted) && td_object_rows[object->type].is_overwritten(object);
}

/* It is another one now, which no thread holds.  Threads whose next operation is on it stay in its list. */
void td_object_renew(struct td_object *object);

/* Which operations could happen at this place now (TD_COULD_*)? */
uint8_t td_could_before(uint64_t place);

/* Of an operation on descriptors. */
static inline void td_flow_uses(const struct td_fiber *fiber, struct td_uses *uses)
{
	td_object_rows[TD_O_FD].uses(fiber, uses);
}

/* Who holds what, for reports, cycles and checks. */
int td_unhold(struct td_fiber *fiber, struct td_object *object); /* -1 if it was not held */
struct td_held *td_held_find(struct td_fiber *fiber, struct td_object *object);

#endif
