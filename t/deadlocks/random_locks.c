/* A small random program of locks: random_locks SEED runs it, random_locks --print SEED shows what it does.
 *
 * Two or three threads take a few locks inside each other and give them back: mutexes, recursive ones, read-write locks, some
 * by a try that may fail.  In some programs a thread ends before the next is created, or both meet at a barrier halfway.
 * Nothing else can go wrong in it but that threads wait for each other.  Each thread draws the program for itself: they share
 * nothing but the locks, or there would be too many orders to try them all. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 3, LOCKS = 4, MOST_OPS = 16, MOST_DEEP = 3 };
enum what { TAKE, TRY, READ, WRITE, GIVE, MEET };

struct op {
	enum what what;
	int lock;
};

struct script {
	struct op ops[MOST_OPS];
	int count;
};

struct program {
	unsigned long state; /* of the generator */
	struct script scripts[MOST_THREADS];
	int thread_count, one_by_one, meets;
};

static const char *const words[] = { "lock", "try-lock", "read-lock", "write-lock", "unlock", "meet" };
static pthread_mutex_t mutexes[LOCKS];
static pthread_rwlock_t rwlocks[LOCKS];
static pthread_barrier_t barrier;

static int draw(struct program *program, int below)
{
	program->state = program->state * 6364136223846793005ul + 1442695040888963407ul;
	return (int)((program->state >> 33) % (unsigned long)below);
}

static int is_rwlock(int lock)
{
	return lock == LOCKS - 1;
}

static void add(struct script *script, enum what what, int lock)
{
	if (script->count < MOST_OPS)
		script->ops[script->count++] = (struct op){ what, lock };
}

static enum what draw_take(struct program *program, int lock)
{
	if (is_rwlock(lock))
		return draw(program, 2) ? READ : WRITE;
	return draw(program, 6) ? TAKE : TRY;
}

/* Different locks inside each other, given back in the reverse order; the last mutex but one may be taken again. */
static void draw_block(struct program *program, struct script *script, int locks)
{
	int deep = draw(program, 5) ? 2 + draw(program, MOST_DEEP - 1) : 1, held[MOST_DEEP], count = 0;

	for (int i = 0; i < deep && script->count + count + 2 <= MOST_OPS; i++) {
		int lock = draw(program, locks), again = 0;

		for (int k = 0; k < count; k++)
			again |= held[k] == lock;
		if (again && lock != 0) /* only the first is recursive */
			continue;
		held[count++] = lock;
		add(script, again ? TAKE : draw_take(program, lock), lock);
	}
	while (count)
		add(script, GIVE, held[--count]);
}

static void draw_program(struct program *program, unsigned long seed)
{
	int locks = 2 + (int)(seed % 3);

	*program = (struct program){ .state = seed * 0x9e3779b97f4a7c15ul + 1 };
	program->thread_count = draw(program, 3) ? 2 : 3;
	program->one_by_one = draw(program, 8) == 0;
	program->meets = draw(program, 5) == 0 && !program->one_by_one;
	for (int i = 0; i < program->thread_count; i++) {
		int blocks = 1 + draw(program, program->thread_count == 2 ? 2 : 1), meets_before = draw(program, blocks + 1);

		for (int k = 0; k <= blocks; k++) {
			if (program->meets && k == meets_before)
				add(&program->scripts[i], MEET, 0);
			if (k < blocks)
				draw_block(program, &program->scripts[i], locks);
		}
	}
}

static void take(enum what what, int lock)
{
	if (what == TAKE)
		pthread_mutex_lock(&mutexes[lock]);
	else if (what == READ)
		pthread_rwlock_rdlock(&rwlocks[lock]);
	else
		pthread_rwlock_wrlock(&rwlocks[lock]);
}

static void give(int lock)
{
	if (is_rwlock(lock))
		pthread_rwlock_unlock(&rwlocks[lock]);
	else
		pthread_mutex_unlock(&mutexes[lock]);
}

static void *run(void *argument)
{
	struct program program;
	const struct script *script = &program.scripts[(unsigned long)argument % MOST_THREADS];
	int missed[LOCKS] = { 0 };

	draw_program(&program, (unsigned long)argument / MOST_THREADS);

	for (int i = 0; i < script->count; i++) {
		const struct op *op = &script->ops[i];

		if (op->what == MEET)
			pthread_barrier_wait(&barrier);
		else if (op->what == TRY)
			missed[op->lock] += pthread_mutex_trylock(&mutexes[op->lock]) != 0;
		else if (op->what != GIVE)
			take(op->what, op->lock);
		else if (missed[op->lock])
			missed[op->lock]--;
		else
			give(op->lock);
	}
	return NULL;
}

static void print_program(const struct program *program)
{
	if (program->one_by_one)
		printf("one thread after the other\n");
	for (int i = 0; i < program->thread_count; i++) {
		const struct script *script = &program->scripts[i];

		printf("thread %d:", i + 1);
		for (int k = 0; k < script->count; k++)
			printf(" %s %d", words[script->ops[k].what], script->ops[k].lock);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	int print = argc == 3 && !strcmp(argv[1], "--print");
	unsigned long seed = argc > 1 ? strtoul(argv[argc - 1], NULL, 10) : 1;
	pthread_t threads[MOST_THREADS];
	pthread_mutexattr_t recursive;
	struct program program;

	draw_program(&program, seed);
	if (print) {
		print_program(&program);
		return 0;
	}
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	for (int i = 0; i < LOCKS; i++) {
		pthread_mutex_init(&mutexes[i], i == 0 ? &recursive : NULL);
		pthread_rwlock_init(&rwlocks[i], NULL);
	}
	pthread_barrier_init(&barrier, NULL, (unsigned)program.thread_count);
	for (int i = 0; i < program.thread_count; i++) {
		pthread_create(&threads[i], NULL, run, (void *)(seed * MOST_THREADS + (unsigned)i));
		if (program.one_by_one)
			pthread_join(threads[i], NULL);
	}
	for (int i = 0; i < program.thread_count && !program.one_by_one; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
