/* Performs a small random program (program.h, which has the arguments) with real threads.
 *
 * What is compared are the orders of its events, so nothing here may be an event that the listing does not have: a thread
 * keeps what it knows in local variables and reads its operations through functions that are not woven.
 */
#include "program.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <treadle/treadle.h>

static union {
	int8_t byte[CELL_BYTES];
	int16_t half[CELL_BYTES / 2];
	int32_t word[CELL_BYTES / 4];
	int64_t whole[CELL_BYTES / 8];
} cells;

static pthread_mutex_t mutexes[PAIRS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t conditions[PAIRS] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static int tokens[PAIRS];
static pthread_rwlock_t rwlocks[PAIRS] = { PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER };
static sem_t semaphores[PAIRS];
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Never touched by woven code. */
static struct program program;

/* A thread and what it knows; only ever in its own local variables. */
struct self {
	int number;
	int last;
	pthread_t child[THREADS_MOST];
	unsigned created; /* children, as bits */
};

static int64_t read_cell(struct op op)
{
	switch (op.size) {
	case 1: return cells.byte[op.object];
	case 2: return cells.half[op.object / 2];
	case 4: return cells.word[op.object / 4];
	default: return cells.whole[op.object / 8];
	}
}

static void write_cell(struct op op, int value)
{
	switch (op.size) {
	case 1: cells.byte[op.object] = value; break;
	case 2: cells.half[op.object / 2] = value; break;
	case 4: cells.word[op.object / 4] = value; break;
	default: cells.whole[op.object / 8] = value;
	}
}

static int do_memory(struct op op, int last)
{
	switch (op.kind) {
	case READ: return read_cell(op);
	case WRITE: write_cell(op, op.value); break;
	case WRITE_LAST: write_cell(op, last + op.value); break;
	case FILL: memset(&cells.byte[op.object], op.value, op.size); break;
	case MOVE: memmove(&cells.byte[op.object], &cells.byte[op.other], op.size); break;
	}
	return last;
}

static int do_atomic(struct op op, int last)
{
	int *word = &cells.word[op.object / 4];
	int expected = op.other;

	switch (op.kind) {
	case LOAD: return __atomic_load_n(word, __ATOMIC_SEQ_CST);
	case STORE: __atomic_store_n(word, op.value, __ATOMIC_SEQ_CST); return last;
	case FETCH_ADD: return __atomic_fetch_add(word, op.value, __ATOMIC_SEQ_CST);
	case EXCHANGE: return __atomic_exchange_n(word, op.value, __ATOMIC_SEQ_CST);
	default: return __atomic_compare_exchange_n(word, &expected, op.value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	}
}

/* Far away: it passes when nothing else can happen, or whenever the explorer wants it to. */
/* The limit of a wait; of that for an object with a greater number it is later. */
static const struct timespec *far_away(struct op op, struct timespec *room)
{
	*room = (struct timespec){ .tv_sec = 4000000000 + op.object };
	return room;
}

/* Those that can fail return 0 then. */
static int do_lock(struct op op, int last)
{
	pthread_mutex_t *mutex = &mutexes[op.object];
	struct timespec deadline;

	switch (op.kind) {
	case LOCK: pthread_mutex_lock(mutex); return last;
	case TRY_LOCK: return pthread_mutex_trylock(mutex) == 0;
	case TIMED_LOCK: return pthread_mutex_timedlock(mutex, far_away(op, &deadline)) == 0;
	default: pthread_mutex_unlock(mutex); return last;
	}
}

static int do_semaphore(struct op op, int last)
{
	sem_t *semaphore = &semaphores[op.object];
	struct timespec deadline;
	int value;

	switch (op.kind) {
	case POST: sem_post(semaphore); return last;
	case WAIT: sem_wait(semaphore); return last;
	case TRY_WAIT: return sem_trywait(semaphore) == 0;
	case TIMED_WAIT: return sem_timedwait(semaphore, far_away(op, &deadline)) == 0;
	default: sem_getvalue(semaphore, &value); return value;
	}
}

static int do_condition(struct op op, int last)
{
	pthread_cond_t *condition = &conditions[op.object];
	pthread_mutex_t *mutex = &mutexes[op.object];
	struct timespec deadline;

	switch (op.kind) {
	case COND_UNTIL:
		while (tokens[op.object] == 0)
			pthread_cond_wait(condition, mutex);
		tokens[op.object]--;
		break;
	case COND_WAIT: pthread_cond_wait(condition, mutex); break;
	case COND_TIMED_WAIT: return pthread_cond_timedwait(condition, mutex, far_away(op, &deadline)) == 0;
	case COND_TOKEN: tokens[op.object]++; break;
	case COND_SIGNAL: pthread_cond_signal(condition); break;
	case COND_BROADCAST: pthread_cond_broadcast(condition); break;
	}
	return last;
}

static int do_rwlock(struct op op, int last)
{
	pthread_rwlock_t *rwlock = &rwlocks[op.object];

	switch (op.kind) {
	case READ_LOCK: pthread_rwlock_rdlock(rwlock); return last;
	case WRITE_LOCK: pthread_rwlock_wrlock(rwlock); return last;
	case TRY_READ_LOCK: return pthread_rwlock_tryrdlock(rwlock) == 0;
	case TRY_WRITE_LOCK: return pthread_rwlock_trywrlock(rwlock) == 0;
	default: pthread_rwlock_unlock(rwlock); return last;
	}
}

static void first_time(void)
{
	cells.word[0] = 3;
}

static void *thread_main(void *number);

static void do_create(struct self *self, int child)
{
	pthread_create(&self->child[child], NULL, thread_main, (void *)(intptr_t)program_like(&program, child));
	self->created |= 1u << child;
}

static void do_join(struct self *self, int child)
{
	if (self->created & 1u << child)
		pthread_join(self->child[child], NULL);
}

static void do_op(struct self *self, struct op op)
{
	switch (op.kind) {
	case READ ... MOVE: self->last = do_memory(op, self->last); break;
	case ADD: __atomic_fetch_add(&cells.word[op.object / 4], op.value, __ATOMIC_SEQ_CST); break;
	case LOAD ... COMPARE_EXCHANGE: self->last = do_atomic(op, self->last); break;
	case LOCK ... UNLOCK: self->last = do_lock(op, self->last); break;
	case POST ... GET_VALUE: self->last = do_semaphore(op, self->last); break;
	case COND_UNTIL ... COND_BROADCAST: self->last = do_condition(op, self->last); break;
	case READ_LOCK ... RW_UNLOCK: self->last = do_rwlock(op, self->last); break;
	case MEET: pthread_barrier_wait(&barrier); break;
	case ONCE: pthread_once(&once, first_time); break;
	case CREATE: do_create(self, op.object); break;
	case JOIN: do_join(self, op.object); break;
	case CHOOSE: self->last = treadle_choose(op.value); break;
	case ASSUME_NOT: treadle_assume(self->last != op.value); break;
	case CHECK_NOT: treadle_assert(self->last != op.value, "check"); break;
	}
}

static int goes_on_otherwise(const struct self *self, struct op op)
{
	return op.otherwise && (op.kind == SKIP_IF_ODD ? self->last % 2 != 0 : self->last == 0);
}

static void run_thread(int number)
{
	struct self self = { .number = number };
	int at = 0;

	while (at < program_length(&program, number)) {
		struct op op = program_op(&program, number, at);
		do_op(&self, op);
		if (op.kind != NOTHING)
			program_log(&program, number, at, self.last);
		at = op.kind != NOTHING && goes_on_otherwise(&self, op) ? op.otherwise : at + 1;
	}
}

static void *thread_main(void *number)
{
	run_thread((intptr_t)number);
	return NULL;
}

/* Only what is used: an initialisation is an event. */
static void initialise(void)
{
	int has_semaphores = program_has(&program, SEMAPHORES) || program_has(&program, TIMED);

	for (int i = 0; i < PAIRS && has_semaphores; i++)
		sem_init(&semaphores[i], 0, program_semaphore(&program, i));
	if (program_has(&program, BARRIERS))
		pthread_barrier_init(&barrier, NULL, program_barrier(&program));
}

int main(int argc, char **argv)
{
	const char *wrong = program_make(&program, argc, argv);

	if (wrong) {
		fprintf(stderr, "random_program: %s\n", wrong);
		return 64;
	}
	if (program_wants_listing(&program)) {
		program_print(&program);
		return 0;
	}
	initialise();
	run_thread(0);
	program_log_end(&program, cells.byte);
	return 0;
}
