#define _GNU_SOURCE
#include "program.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct options {
	uint32_t seed;
	uint32_t features;   /* a bit for each family; 0: drawn from the seed */
	int threads;         /* that work; 0: drawn */
	int operations;      /* of each, at most; 0: drawn */
	const char *drop;    /* operations to leave out */
	const char *log;
	int print;
};

/* Where a program comes from: the random numbers, and the place that is being filled. */
struct maker {
	struct program *program;
	uint64_t state;
	int thread;
	int budget;          /* operations this thread may still get */
	int depth;           /* of blocks */
	unsigned held;       /* mutexes, as bits */
	unsigned rw_held;
	int style;           /* of memory */
	int cells;           /* how many places of memory */
	int pairs;           /* how many of each pair are used */
	int workers;         /* threads that do something */
	int main_works;      /* main is one of them */
	int parent[THREADS_MOST];
};

enum { WORDS, BYTES, MIXED };

static unsigned below(struct maker *self, unsigned n)
{
	self->state = self->state * 6364136223846793005u + 1442695040888963407u;
	uint64_t mixed = (self->state ^ self->state >> 29) * 0x9e3779b97f4a7c15u;
	return (unsigned)((mixed >> 32) % n);
}

static bool one_in(struct maker *self, unsigned n)
{
	return below(self, n) == 0;
}

static struct op *emit(struct maker *self, enum kind kind, int object)
{
	struct program *program = self->program;
	int at = program->length[self->thread]++;
	if (at >= OPS_MOST)
		abort();
	struct op *op = &program->ops[self->thread][at];
	*op = (struct op){ .kind = kind, .object = object, .depth = self->depth };
	return op;
}

static int next_index(const struct maker *self)
{
	return self->program->length[self->thread];
}

static void make_item(struct maker *self);

static void make_body(struct maker *self, int least, int most)
{
	int count = least + (int)below(self, most - least + 1);

	self->depth++;
	while (count-- > 0 && self->budget > 0)
		make_item(self);
	self->depth--;
}

/* A place and a size in memory, as the style of the program has them. */
static void place(struct maker *self, uint8_t *where, uint8_t *size)
{
	static const uint8_t sizes[] = { 1, 2, 4, 8 };

	*size = self->style == WORDS ? 4 : self->style == BYTES ? 1 : sizes[below(self, 4)];
	*where = self->style == MIXED ? below(self, 8 / *size) * *size : below(self, self->cells) * *size;
}

static void make_memory(struct maker *self)
{
	static const enum kind kinds[] = { READ, READ, READ, READ, READ, WRITE, WRITE, WRITE, WRITE, WRITE_LAST, FILL, MOVE };
	struct op *op = emit(self, kinds[below(self, sizeof kinds / sizeof *kinds)], 0);
	uint8_t size;

	place(self, &op->object, &op->size);
	place(self, &op->other, &size);
	op->value = 1 + below(self, 3);
}

static void make_word(struct maker *self, enum kind kind)
{
	struct op *op = emit(self, kind, 0);

	place(self, &op->object, &op->size);
	op->object &= ~3;
	op->size = 4;
	op->value = 1 + below(self, 3);
	op->other = below(self, 3);
}

static void make_atomic(struct maker *self)
{
	static const enum kind kinds[] = { LOAD, STORE, FETCH_ADD, EXCHANGE, COMPARE_EXCHANGE, COMPARE_EXCHANGE };

	make_word(self, kinds[below(self, sizeof kinds / sizeof *kinds)]);
}

static void make_addition(struct maker *self)
{
	static const enum kind kinds[] = { ADD, ADD, ADD, ADD, LOAD, COMPARE_EXCHANGE };

	make_word(self, kinds[below(self, sizeof kinds / sizeof *kinds)]);
}

/* A lock, what is done under it, and the unlock. */
static void make_block(struct maker *self, enum kind begin, enum kind end, int which, unsigned *held)
{
	bool can_fail = begin == TRY_LOCK || begin == TIMED_LOCK || begin == TRY_READ_LOCK || begin == TRY_WRITE_LOCK;
	struct op *op = emit(self, begin, which);

	*held |= 1u << which;
	make_body(self, 0, 2);
	*held &= ~(1u << which);
	op->partner = next_index(self);
	emit(self, end, which);
	op->otherwise = can_fail ? next_index(self) : 0;
}

/* One that the thread does not hold, or -1. */
static int any_free(struct maker *self, unsigned held)
{
	int which = below(self, self->pairs);

	if (held & 1u << which)
		which = (which + 1) % self->pairs;
	return held & 1u << which ? -1 : which;
}

static void make_lock(struct maker *self)
{
	int which = any_free(self, self->held);

	if (which >= 0)
		make_block(self, one_in(self, 4) ? TRY_LOCK : LOCK, UNLOCK, which, &self->held);
}

/* Memory, always with the same lock held. */
static void make_guarded(struct maker *self)
{
	if (self->held & 1) {
		make_memory(self);
		return;
	}
	struct op *lock = emit(self, LOCK, 0);
	self->depth++;
	for (int count = 1 + (int)below(self, 3); count > 0; count--)
		make_memory(self);
	self->depth--;
	lock->partner = next_index(self);
	emit(self, UNLOCK, 0);
}

static void make_rwlock(struct maker *self)
{
	static const enum kind kinds[] = { READ_LOCK, READ_LOCK, READ_LOCK, WRITE_LOCK, WRITE_LOCK, TRY_READ_LOCK, TRY_WRITE_LOCK };
	int which = any_free(self, self->rw_held);

	if (which >= 0)
		make_block(self, kinds[below(self, sizeof kinds / sizeof *kinds)], RW_UNLOCK, which, &self->rw_held);
}

static void make_semaphore(struct maker *self)
{
	static const enum kind kinds[] = { POST, POST, POST, POST, WAIT, WAIT, WAIT, TRY_WAIT, TRY_WAIT, GET_VALUE };

	emit(self, kinds[below(self, sizeof kinds / sizeof *kinds)], below(self, self->pairs));
}

static void make_under_lock(struct maker *self, int which, enum kind first, enum kind second)
{
	struct op *lock = emit(self, LOCK, which);

	self->depth++;
	emit(self, first, which);
	if (second != NOTHING)
		emit(self, second, which);
	self->depth--;
	lock->partner = next_index(self);
	emit(self, UNLOCK, which);
}

static void make_condition(struct maker *self)
{
	static const enum kind inside[] = { COND_UNTIL, COND_WAIT, COND_TOKEN, COND_SIGNAL, COND_BROADCAST };
	int which = below(self, self->pairs);

	if (self->held & 1u << which) {
		emit(self, inside[below(self, sizeof inside / sizeof *inside)], which);
		return;
	}
	switch (below(self, 8)) {
	case 0: case 1: make_under_lock(self, which, COND_UNTIL, NOTHING); break;
	case 2: make_under_lock(self, which, COND_WAIT, NOTHING); break;
	case 3: case 4: make_under_lock(self, which, COND_TOKEN, COND_SIGNAL); break;
	case 5: make_under_lock(self, which, COND_TOKEN, COND_BROADCAST); break;
	case 6: emit(self, COND_SIGNAL, which); break;
	case 7: emit(self, COND_BROADCAST, which); break;
	}
}

static void make_timed(struct maker *self)
{
	int which = any_free(self, self->held);

	if (which < 0 || one_in(self, 3))
		emit(self, one_in(self, 2) ? TIMED_WAIT : POST, below(self, self->pairs));
	else if (one_in(self, 2))
		make_under_lock(self, which, one_in(self, 2) ? COND_TIMED_WAIT : COND_SIGNAL, NOTHING);
	else
		make_block(self, TIMED_LOCK, UNLOCK, which, &self->held);
}

static void make_barrier(struct maker *self)
{
	emit(self, MEET, 0);
}

static void make_once(struct maker *self)
{
	emit(self, ONCE, 0)->value = 3;
}

static void make_branch(struct maker *self)
{
	if (self->depth > 1)
		return;
	struct op *op = emit(self, SKIP_IF_ODD, 0);
	self->budget++; /* it costs nothing: it is no event */
	make_body(self, 1, 2);
	op->otherwise = next_index(self);
}

static void make_choice(struct maker *self)
{
	emit(self, CHOOSE, 0)->value = 2 + below(self, 2);
}

static void make_assume(struct maker *self)
{
	emit(self, ASSUME_NOT, 0)->value = below(self, 4);
}

static void make_check(struct maker *self)
{
	emit(self, CHECK_NOT, 0)->value = below(self, 4);
}

static const struct {
	const char *name;
	unsigned weight;
	void (*make)(struct maker *self); /* NULL: not an item; see make_creation */
} families[FAMILIES] = {
	[MEMORY] = { "memory", 6, make_memory },
	[ATOMICS] = { "atomics", 6, make_atomic },
	[LOCKS] = { "locks", 6, make_lock },
	[SEMAPHORES] = { "semaphores", 6, make_semaphore },
	[CONDITIONS] = { "conditions", 6, make_condition },
	[RWLOCKS] = { "rwlocks", 6, make_rwlock },
	[BARRIERS] = { "barriers", 1, make_barrier },
	[ONCES] = { "onces", 2, make_once },
	[BRANCHES] = { "branches", 5, make_branch },
	[THREADS] = { "threads", 0, NULL },
	[CHOICES] = { "choices", 2, make_choice },
	[TIMED] = { "timed", 6, make_timed },
	[ASSUMES] = { "assumes", 2, make_assume },
	[CHECKS] = { "checks", 2, make_check },
	[ADDS] = { "adds", 6, make_addition },
	[TWINS] = { "twins", 0, NULL },
	[GUARDED] = { "guarded", 6, make_guarded },
};

static void make_item(struct maker *self)
{
	unsigned total = 0, features = self->program->features;

	for (int i = 0; i < FAMILIES; i++)
		total += features & 1u << i ? families[i].weight : 0;
	unsigned drawn = below(self, total);
	int family = 0;
	while (!(features & 1u << family) || drawn >= families[family].weight) {
		drawn -= features & 1u << family ? families[family].weight : 0;
		family++;
	}
	self->budget--;
	families[family].make(self);
}

static void make_creation(struct maker *self, int child)
{
	struct op *branch = NULL;

	if (self->thread > 0 && one_in(self, 3)) {
		branch = emit(self, SKIP_IF_ODD, 0);
		self->depth++;
	}
	emit(self, CREATE, child);
	if (branch) {
		self->depth--;
		branch->otherwise = next_index(self);
	}
}

/* A thread creates its children, does something of its own, and joins them, in any order. */
static void make_thread(struct maker *self, int thread, int operations)
{
	int waiting[THREADS_MOST], running[THREADS_MOST], n_waiting = 0, n_running = 0;

	for (int i = 1; i < self->program->threads; i++)
		if (self->parent[i] == thread)
			waiting[n_waiting++] = i;
	self->thread = thread;
	self->budget = operations;
	while (n_waiting > 0 || n_running > 0 || self->budget > 0) {
		unsigned action = below(self, 8);
		if (n_waiting > 0 && (action < 6 || self->budget <= 0)) {
			int which = below(self, n_waiting);
			make_creation(self, waiting[which]);
			running[n_running++] = waiting[which];
			waiting[which] = waiting[--n_waiting];
		} else if (self->budget > 0 && (action < 7 || n_running == 0)) {
			make_item(self);
		} else if (n_running > 0 && (n_waiting == 0 || one_in(self, 4))) {
			int which = below(self, n_running);
			emit(self, JOIN, running[which]);
			running[which] = running[--n_running];
		}
	}
}

/* Few families at a time make them meet; all together is one program of four. */
static uint32_t draw_features(struct maker *self)
{
	static const enum family main_ones[] = { MEMORY, ATOMICS, LOCKS, SEMAPHORES, CONDITIONS, RWLOCKS };
	enum { MAIN_ONES = sizeof main_ones / sizeof *main_ones };
	uint32_t features = 0;

	if (one_in(self, 4))
		return (1u << TIMED) - 1;
	for (unsigned count = 1 + below(self, 3); count > 0; count--)
		features |= 1u << main_ones[below(self, MAIN_ONES)];
	if (features & (1u << LOCKS | 1u << RWLOCKS))
		features |= 1u << (one_in(self, 4) ? ATOMICS : MEMORY);
	for (enum family i = BARRIERS; i < TIMED; i++)
		features |= one_in(self, i == BRANCHES ? 2 : 6) ? 1u << i : 0;
	return features;
}

static int draw_threads(struct maker *self)
{
	unsigned drawn = below(self, 20);

	return drawn < 9 ? 2 : drawn < 17 ? 3 : 4;
}

/* The more threads, the shorter, or there would be too many orders to try them all. */
static int operations_most(int threads)
{
	return threads == 2 ? 6 : threads == 3 ? 4 : 2;
}

static void draw_parents(struct maker *self)
{
	for (int i = 1; i < self->program->threads; i++)
		self->parent[i] = self->program->features & 1u << THREADS && one_in(self, 2) ? (int)below(self, i) : 0;
}

/* Leaves out an operation; with the beginning of a block all of it, for a wait needs the lock around it, and with a thread
 * its join.  A join or an unlock alone cannot go: the program would end at any moment, or be another one. */
static bool drop(struct program *self, int thread, int at)
{
	struct op *ops = self->ops[thread];
	int end = ops[at].partner ? ops[at].partner : at;

	if (ops[at].kind == JOIN || ops[at].kind == UNLOCK || ops[at].kind == RW_UNLOCK)
		return false;
	for (int i = 0; i < self->length[thread] && ops[at].kind == CREATE; i++)
		if (ops[i].kind == JOIN && ops[i].object == ops[at].object)
			ops[i].kind = NOTHING;
	for (int i = at; i <= end; i++)
		ops[i].kind = NOTHING;
	return true;
}

static bool drop_all(struct program *self, const char *list)
{
	while (*list) {
		int thread, at, used = 0;
		if (sscanf(list, "%d.%d%n", &thread, &at, &used) != 2 || used == 0)
			return false;
		if (thread < 0 || thread >= self->threads || at < 0 || at >= self->length[thread])
			return false;
		if (!drop(self, thread, at))
			return false;
		list += used;
		list += *list == ',';
	}
	return true;
}

/* The families of a list of names; 0 if one is unknown. */
static uint32_t features_of(const char *names)
{
	uint32_t features = 0;

	while (*names) {
		size_t length = strcspn(names, ",");
		int i = 0;
		while (i < FAMILIES && (strlen(families[i].name) != length || memcmp(families[i].name, names, length) != 0))
			i++;
		if (i == FAMILIES)
			return 0;
		features |= 1u << i;
		names += length;
		names += *names == ',';
	}
	return features;
}

static bool read_option(struct options *self, const char *name, const char *value)
{
	if (strcmp(name, "--features") == 0)
		return (self->features = features_of(value)) != 0;
	if (strcmp(name, "--threads") == 0)
		return (self->threads = atoi(value)) > 1 && self->threads < THREADS_MOST;
	if (strcmp(name, "--operations") == 0)
		return (self->operations = atoi(value)) > 0 && self->operations <= 8;
	if (strcmp(name, "--drop") == 0)
		return (self->drop = value) != NULL;
	if (strcmp(name, "--log") == 0)
		return (self->log = value) != NULL;
	return false;
}

static bool read_options(struct options *self, int argc, char **argv)
{
	int i = 1;

	for (; i < argc - 1; i++) {
		if (strcmp(argv[i], "--print") == 0)
			self->print = 1;
		else if (!read_option(self, argv[i], argv[i + 1]))
			return false;
		else
			i++;
	}
	char *end = NULL;
	if (i == argc - 1)
		self->seed = strtoul(argv[i], &end, 10);
	return end && !*end;
}

/* The log is written by system calls, which Treadle does not see: so logging is no event, and what was logged stays when
 * memory is put back.  An execution that was left has not closed it, so it gets the same number each time. */
static int open_log(const char *file)
{
	enum { LOG = 100 };
	int fd = syscall(SYS_open, file, O_WRONLY | O_CREAT | O_APPEND, 0666);

	syscall(SYS_dup3, fd, LOG, O_CLOEXEC);
	syscall(SYS_close, fd);
	syscall(SYS_write, LOG, "start\n", 6);
	return LOG;
}

/* What is true for all threads.  Everything is drawn, whatever the options say, so that they change nothing else. */
static void make_frame(struct maker *self, const struct options *options)
{
	struct program *program = self->program;
	uint32_t features = draw_features(self);
	int workers = draw_threads(self);

	program->features = options->features ? options->features : features;
	self->workers = options->threads ? options->threads : workers;
	self->main_works = one_in(self, 3);
	program->threads = self->workers + !self->main_works;
	self->style = below(self, 6) < 4 ? WORDS : one_in(self, 2) ? BYTES : MIXED;
	self->cells = 1 + below(self, 1 + below(self, 3));
	self->pairs = 1 + below(self, PAIRS);
	for (int i = 0; i < PAIRS; i++)
		program->tokens[i] = below(self, 5) / 2;
	program->barrier = one_in(self, 4) ? 3 : 2;
	draw_parents(self);
}

/* All threads that main creates do what the first of them does, but the last one perhaps not. */
static void make_twins(struct maker *self)
{
	struct program *program = self->program;

	for (int i = 0; i < program->threads; i++) {
		program->like[i] = i;
		if (!program_has(program, TWINS) || i < 2 || (i == program->threads - 1 && one_in(self, 2)))
			continue;
		program->like[i] = 1;
		program->length[i] = program->length[1];
		memcpy(program->ops[i], program->ops[1], sizeof program->ops[i]);
	}
}

const char *program_make(struct program *self, int argc, char **argv)
{
	struct options options = { 0 };

	if (!read_options(&options, argc, argv))
		return "[--print] [--features LIST] [--threads N] [--operations N] [--drop LIST] [--log FILE] SEED";
	*self = (struct program){ .seed = options.seed, .print = options.print };
	struct maker maker = { .program = self, .state = options.seed };
	for (int i = 0; i < 4; i++)
		below(&maker, 2);
	make_frame(&maker, &options);
	self->log = options.log ? open_log(options.log) : -1;
	if (!(self->features & ~(1u << THREADS | 1u << BRANCHES | 1u << TWINS)))
		return "these families alone do nothing";
	int most = options.operations ? options.operations : operations_most(maker.workers);
	for (int i = 0; i < self->threads; i++)
		make_thread(&maker, i, i > 0 || maker.main_works ? 1 + (int)below(&maker, most) : 0);
	make_twins(&maker);
	return !options.drop || drop_all(self, options.drop) ? NULL : "there is no such operation to leave out";
}

int program_has(const struct program *self, enum family family)
{
	return (self->features & 1u << family) != 0;
}

int program_wants_listing(const struct program *self)
{
	return self->print;
}

struct op program_op(const struct program *self, int thread, int at)
{
	return at < self->length[thread] ? self->ops[thread][at] : (struct op){ .kind = NOTHING };
}

int program_length(const struct program *self, int thread)
{
	return self->length[thread];
}

int program_like(const struct program *self, int thread)
{
	return self->like[thread];
}

/* Nothing of the log is seen by the runtime: it is written by a system call, and formatted here, for what the C library prints into memory is an
 * access of the program. */
struct line {
	char text[8 + 5 * CELL_BYTES];
	int length;
};

static void put(struct line *line, long number, char end)
{
	char digits[24], *at = digits;
	unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;

	do
		*at++ = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*at++ = '-';
	while (at > digits)
		line->text[line->length++] = *--at;
	line->text[line->length++] = end;
}

static void put_log(const struct program *self, const struct line *line)
{
	if (syscall(SYS_write, self->log, line->text, line->length) != line->length)
		abort();
}

void program_log(const struct program *self, int thread, int at, int last)
{
	struct line line = { .length = 0 };

	if (self->log < 0)
		return;
	put(&line, thread, ' ');
	put(&line, at, ' ');
	put(&line, last, ' ');
	put(&line, (long)__builtin_thread_pointer(), '\n');
	put_log(self, &line);
}

void program_log_end(const struct program *self, const int8_t *cells)
{
	struct line line = { .text = "end ", .length = 4 };

	for (int i = 0; i < CELL_BYTES && self->log >= 0; i++)
		put(&line, cells[i], i < CELL_BYTES - 1 ? ' ' : '\n');
	if (self->log >= 0)
		put_log(self, &line);
}

int program_semaphore(const struct program *self, int which)
{
	return self->tokens[which];
}

int program_barrier(const struct program *self)
{
	return self->barrier;
}

/* How an operation is printed.  A letter that stands alone is a number: o the object, s the size, v the value, e the other
 * number, t where it goes on otherwise. */
static const char *const words[KINDS] = {
	[READ] = "read [o,s]", [WRITE] = "write [o,s] = v", [WRITE_LAST] = "write-sum [o,s] = last + v",
	[FILL] = "fill [o,s] = v", [MOVE] = "move [o,s] = [e,s]",
	[LOAD] = "atomic-load [o,s]", [STORE] = "atomic-store [o,s] = v", [FETCH_ADD] = "fetch-add [o,s] += v", [ADD] = "add [o,s] += v",
	[EXCHANGE] = "exchange [o,s] = v", [COMPARE_EXCHANGE] = "compare-exchange [o,s] e -> v",
	[LOCK] = "lock mutex o", [TRY_LOCK] = "try-lock mutex o, else t", [TIMED_LOCK] = "timed-lock mutex o, else t",
	[UNLOCK] = "unlock mutex o",
	[POST] = "post semaphore o", [WAIT] = "wait semaphore o", [TRY_WAIT] = "try-wait semaphore o",
	[TIMED_WAIT] = "timed-wait semaphore o", [GET_VALUE] = "get-value semaphore o",
	[COND_UNTIL] = "cond-until tokens o > 0, take one", [COND_WAIT] = "cond-wait o",
	[COND_TIMED_WAIT] = "cond-timed-wait o", [COND_TOKEN] = "cond-token tokens o += 1", [COND_SIGNAL] = "cond-signal o",
	[COND_BROADCAST] = "cond-broadcast o",
	[READ_LOCK] = "read-lock rwlock o", [TRY_READ_LOCK] = "try-read-lock rwlock o, else t",
	[WRITE_LOCK] = "write-lock rwlock o", [TRY_WRITE_LOCK] = "try-write-lock rwlock o, else t",
	[RW_UNLOCK] = "rw-unlock rwlock o",
	[MEET] = "meet at the barrier", [ONCE] = "once [0,4] = v", [SKIP_IF_ODD] = "skip-if-odd to t",
	[CREATE] = "create thread o", [JOIN] = "join thread o", [CHOOSE] = "choose below v",
	[ASSUME_NOT] = "assume last != v", [CHECK_NOT] = "check last != v",
};

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static void print_op(const struct op *op)
{
	const char *text = words[op->kind];

	for (const char *at = text; *at; at++) {
		bool alone = (at == text || !is_letter(at[-1])) && !is_letter(at[1]);
		switch (alone ? *at : 0) {
		case 'o': printf("%d", op->object); break;
		case 's': printf("%d", op->size); break;
		case 'v': printf("%d", op->value); break;
		case 'e': printf("%d", op->other); break;
		case 't': printf("%d", op->otherwise); break;
		default: putchar(*at);
		}
	}
	putchar('\n');
}

static void print_thread(const struct program *self, int thread)
{
	int count = 0;

	for (int at = 0; at < self->length[thread]; at++)
		count += self->ops[thread][at].kind != NOTHING;
	if (count > 0)
		printf(thread ? "thread %d" : "main", thread);
	if (count > 0)
		printf(self->like[thread] != thread ? " like %d\n" : "\n", self->like[thread]);
	for (int at = 0; at < self->length[thread]; at++) {
		const struct op *op = &self->ops[thread][at];
		if (op->kind == NOTHING)
			continue;
		printf("  %2d %*s", at, 2 * op->depth, "");
		print_op(op);
	}
}

void program_print(const struct program *self)
{
	printf("seed %u:", self->seed);
	for (int i = 0; i < FAMILIES; i++)
		if (self->features & 1u << i)
			printf(" %s", families[i].name);
	printf("\nsemaphores start at %d and %d, %d meet at the barrier, [a,n] are n bytes at a\n", self->tokens[0],
	       self->tokens[1], self->barrier);
	for (int i = 0; i < self->threads; i++)
		print_thread(self, i);
}
