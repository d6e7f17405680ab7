/* A small random program: what its threads do, as data.
 *
 * A program has 2 to 4 threads that work (`main`, thread 0, is sometimes one of them), and each has a list of operations,
 * which random_program.c performs.  Everything follows from the seed and the options: the same seed is the same program,
 * wherever and whenever.
 *
 * What the program shares is 16 bytes of memory, two mutexes, each with a condition variable and a count of tokens, two
 * semaphores, two rwlocks, a barrier and a once control.  A thread has for itself `last`: what its last operation read or
 * returned, on which it can branch.
 *
 * These functions are compiled without Treadle, so that looking at the list is no event: the threads share the list as
 * they share the code of a program.
 */
#ifndef GENERATE_PROGRAM_H
#define GENERATE_PROGRAM_H

#include <stdint.h>

enum {
	THREADS_MOST = 5, /* 4 and a main that only creates and joins */
	OPS_MOST = 64,
	CELL_BYTES = 16,
	PAIRS = 2 /* of mutexes, semaphores, rwlocks */
};

/* Families of operations; --features takes their names (see families in program.c). */
enum family {
	MEMORY, ATOMICS, LOCKS, SEMAPHORES, CONDITIONS, RWLOCKS, BARRIERS, ONCES, BRANCHES, THREADS, CHOICES,
	TIMED, ASSUMES, CHECKS, ADDS, TWINS, GUARDED, /* only if asked for */
	FAMILIES
};

enum kind {
	NOTHING,
	/* MEMORY, and with mutex 0 held GUARDED: `size` bytes at `object` */
	READ, WRITE, WRITE_LAST, FILL, MOVE,
	/* ATOMICS, ADDS: four bytes at `object` */
	LOAD, STORE, FETCH_ADD, EXCHANGE, COMPARE_EXCHANGE,
	ADD, /* what was there is not looked at */
	/* LOCKS, TIMED: a block up to `partner`; those that can fail go to `otherwise` then */
	LOCK, TRY_LOCK, TIMED_LOCK, UNLOCK,
	/* SEMAPHORES, TIMED */
	POST, WAIT, TRY_WAIT, TIMED_WAIT, GET_VALUE,
	/* CONDITIONS, TIMED: number `object` of the mutex with that number */
	COND_UNTIL, COND_WAIT, COND_TIMED_WAIT, COND_TOKEN, COND_SIGNAL, COND_BROADCAST,
	/* RWLOCKS */
	READ_LOCK, TRY_READ_LOCK, WRITE_LOCK, TRY_WRITE_LOCK, RW_UNLOCK,
	/* the others */
	MEET, ONCE, SKIP_IF_ODD, CREATE, JOIN, CHOOSE, ASSUME_NOT, CHECK_NOT,
	KINDS
};

struct op {
	uint8_t kind;
	uint8_t object;    /* which one, or where in memory */
	uint8_t size;      /* bytes; MOVE: and `other` is where from */
	uint8_t other;     /* COMPARE_EXCHANGE: the value expected */
	uint8_t value;     /* to write, to add, to compare with */
	uint8_t otherwise; /* where to go on if it does not work, or the last value is odd; 0: nowhere */
	uint8_t partner;   /* the end of the block that begins here; 0: none begins */
	uint8_t depth;     /* blocks around it */
};

struct program {
	uint32_t seed;
	uint32_t features;
	int threads; /* with main */
	int like[THREADS_MOST]; /* TWINS: the first thread that does the same; otherwise the thread itself */
	int length[THREADS_MOST];
	struct op ops[THREADS_MOST][OPS_MOST];
	uint8_t tokens[PAIRS]; /* at the start, of the semaphores */
	uint8_t barrier;       /* how many meet */
	int print;             /* a listing is wanted, not an execution */
	int log;               /* a file descriptor, or -1 */
};

/* Makes the program that the arguments ask for: [options] SEED.  NULL, or what is wrong with them.
 *
 *   --print              a listing is wanted
 *   --features LIST      only operations of these families, as memory,locks; otherwise the seed chooses some
 *   --threads N          so many threads that work
 *   --operations N       at most so many operations for each
 *   --drop LIST          without these operations, as 1.0,2.3: thread and number of the listing
 *   --log FILE           every execution adds to it what each operation came to, and how memory looked at the end
 */
const char *program_make(struct program *self, int argc, char **argv);

/* An operation of a thread; NOTHING behind the last one and where one was left out. */
struct op program_op(const struct program *self, int thread, int at);
int program_length(const struct program *self, int thread);
int program_like(const struct program *self, int thread);
int program_has(const struct program *self, enum family family);
int program_wants_listing(const struct program *self);
int program_semaphore(const struct program *self, int which);
int program_barrier(const struct program *self);

/* For the log, if there is one: an operation is over, and what its thread knows; the memory at the end of main.  Threads that are
 * alike do not know which they are, so a line ends with what tells them apart. */
void program_log(const struct program *self, int thread, int at, int last);
void program_log_end(const struct program *self, const int8_t *cells);

/* A listing for people. */
void program_print(const struct program *self);

#endif
