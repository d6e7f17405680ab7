/* Threads as fibres: who runs when, and how many there are.
 *
 * A fibre that has begun has a strand, which is a stack and where it stands.  A strand outlives its fibre, and another one begins
 * on it. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <ucontext.h>
#include <unistd.h>
#include "world.h"

enum { STACK = 1 << 19, SPARE = 1 << 14 };

struct strand {
	jmp_buf bottom, at;
	char *end; /* who comes below that has called too much */
};

struct fibre {
	struct strand *strand;
	void *(*function)(void *);
	void *argument, *result;
	int has_ended, is_lingering;
	int blocks; /* that it has come to */
	int is_outside; /* runs what others may call at any time: no thread of the program */
	int (*can_go_on)(const void *what);
	const void *what;
};

static int count = 1; /* number 0 is the program itself */
static int living[FIBRES], living_count = 1; /* those that have not ended, the oldest first */
static int current;
static struct strand strands[FIBRES], *idle[FIBRES];
static int strand_count = 1, idle_count;
static struct fibre fibres[FIBRES];
static int settler = -1; /* who lets the others settle */
static int created, alive, most_alive, most_at_once;
static int steps, all_steps;
static int blocks, all_blocks;
static int is_new; /* this run has come to code that no other had come to */

int judge_current(void)
{
	return current;
}

_Noreturn void judge_leave(void)
{
	struct outcome *all = judge_outcome;
	if (created > all->most_created)
		all->most_created = created;
	if (most_alive > all->most_alive)
		all->most_alive = most_alive;
	judge_keep_habits(created + 2L * most_at_once + 10L * most_alive, is_new);
	_exit(0);
}

static int can_run(int number, int is_lingering)
{
	const struct fibre *fibre = &fibres[number];
	if (number == current || fibre->has_ended || fibre->is_lingering != is_lingering)
		return 0;
	return !fibre->can_go_on || fibre->can_go_on(fibre->what);
}

/* Among those that have not ended, by the order of the habits; -1 if there is none. */
static int find_fibre(int is_lingering)
{
	int offset = judge_habits.order == ANY && living_count ? (int)judge_below((unsigned)living_count) : 0;
	for (int i = 0; i < living_count; i++) {
		int at = judge_habits.order == NEWEST ? living_count - 1 - i : (i + offset) % living_count;
		if (can_run(living[at], is_lingering))
			return living[at];
	}
	return -1;
}

/* Those that linger only have their turn where nobody else can run. */
static int next_fibre(int may_linger)
{
	int next;
	if (judge_habits.main_first && can_run(0, 0))
		return 0;
	next = find_fibre(0);
	return next < 0 && may_linger ? find_fibre(1) : next;
}

static void begin(void)
{
	_setjmp(fibres[current].strand->bottom);
	judge_end(fibres[current].function(fibres[current].argument));
}

static _Noreturn void begin_on_new_stack(void)
{
	static char *stacks;
	ucontext_t context;
	char *stack;
	if (!stacks)
		stacks = mmap(NULL, (size_t)FIBRES * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	stack = stacks + (size_t)strand_count * STACK;
	fibres[current].strand = &strands[strand_count++];
	fibres[current].strand->end = stack + SPARE;
	getcontext(&context);
	context.uc_stack.ss_sp = stack;
	context.uc_stack.ss_size = STACK;
	makecontext(&context, begin, 0);
	setcontext(&context);
	abort();
}

static void switch_to(int number)
{
	struct strand *from = fibres[current].strand;
	if (_setjmp(from->at))
		return;
	current = number;
	if (fibres[number].strand)
		_longjmp(fibres[number].strand->at, 1);
	if (!idle_count)
		begin_on_new_stack();
	fibres[number].strand = idle[--idle_count];
	_longjmp(fibres[number].strand->bottom, 1);
}

/* Somebody else runs; if nobody can, it is over: whoever waits, waits for ever. */
static void give_way(void)
{
	int next = settler >= 0 ? settler : next_fibre(1);
	if (next < 0)
		judge_leave();
	switch_to(next);
}

static int is_pausing(void)
{
	int pausing = current ? judge_habits.thread_pausing : judge_habits.pausing;
	if (current == 0 && judge_habits.main_first)
		return 0;
	return pausing == 2 || (pausing == 1 && judge_below(4) == 0);
}

void judge_step(void)
{
	int next;
	if (++steps > STEPS || ++all_steps > ALL_STEPS)
		judge_leave();
	if (settler >= 0 || !is_pausing())
		return;
	next = next_fibre(judge_below(16) == 0);
	if (next >= 0)
		switch_to(next);
}

void judge_linger(void)
{
	struct fibre *fibre = &fibres[current];
	int next, lingering = judge_habits.lingering;
	if (current == 0 || fibre->is_outside)
		return;
	if (settler < 0 && (lingering == 0 || (lingering == 1 && judge_below(2))))
		return;
	fibre->is_lingering = 1;
	next = settler >= 0 ? settler : next_fibre(0);
	if (next >= 0)
		switch_to(next);
	fibre->is_lingering = 0;
}

void judge_wait_for(int (*can_go_on)(const void *what), const void *what)
{
	struct fibre *fibre = &fibres[current];
	judge_step();
	fibre->can_go_on = can_go_on;
	fibre->what = what;
	while (!can_go_on(what))
		give_way();
	fibre->can_go_on = NULL;
}

static void forget_current(void)
{
	int at = 0;
	while (living[at] != current)
		at++;
	memmove(&living[at], &living[at + 1], (size_t)(--living_count - at) * sizeof living[0]);
	if (current)
		idle[idle_count++] = fibres[current].strand;
}

_Noreturn void judge_end(void *result)
{
	fibres[current].result = result;
	fibres[current].has_ended = 1;
	if (current && !fibres[current].is_outside)
		judge_lose(JUDGE_THREADS);
	forget_current();
	give_way();
	abort();
}

/* The program itself, which runs on the stack that there is. */
void judge_begin_threads(void)
{
	fibres[0].strand = &strands[0];
	strands[0].end = (char *)__builtin_frame_address(0) - (1 << 22);
}

void judge_run_all(void)
{
	int next;
	while ((next = next_fibre(1)) >= 0)
		switch_to(next);
}

/* At each block of the program's code.  A loop in which it calls nothing may wait for others, or go on for ever. */
void __sanitizer_cov_trace_pc(void)
{
	unsigned char *is_seen = &judge_outcome->is_seen[((unsigned long)__builtin_return_address(0) - judge_program) % PLACES];
	int next;
	is_new |= !*is_seen;
	*is_seen = 1;
	if (++blocks > BLOCKS || ++all_blocks > ALL_BLOCKS || (char *)__builtin_frame_address(0) < fibres[current].strand->end)
		judge_leave();
	if (blocks % 1024 == 0)
		judge_step();
	if (++fibres[current].blocks != judge_habits.block || current == 0 || settler >= 0)
		return;
	next = next_fibre(0);
	if (next >= 0)
		switch_to(next);
}

/* Lets one who has begun go on, if there is one who can. */
static int settle_some(void)
{
	for (int i = 0; i < living_count; i++) {
		int number = living[i];
		if (number && fibres[number].strand && !fibres[number].is_outside && can_run(number, 0)) {
			switch_to(number);
			return 1;
		}
	}
	return 0;
}

static void settle(void)
{
	if (settler >= 0)
		return;
	settler = current;
	while (settle_some())
		continue;
	settler = -1;
	if (alive > most_alive)
		most_alive = alive;
	if (created >= MANY || alive >= MANY_ALIVE)
		judge_leave();
}

static int new_fibre(void *(*function)(void *), void *argument, int is_outside)
{
	if (count == FIBRES)
		judge_leave();
	fibres[count].function = function;
	fibres[count].argument = argument;
	fibres[count].is_outside = is_outside;
	living[living_count++] = count;
	return count++;
}

void judge_add_outside(void *(*function)(void *), void *argument)
{
	new_fibre(function, argument, 1);
}

void judge_gain(int resource)
{
	if (resource != judge_resource)
		return;
	created++;
	steps = blocks = 0;
	if (++alive > most_at_once)
		most_at_once = alive;
	if (created >= MANY || alive >= MANY_ALIVE)
		settle();
}

void judge_lose(int resource)
{
	alive -= resource == judge_resource;
}

int judge_create(pthread_t *id, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	(void)attributes;
	if (judge_habits.failing && judge_below(4) == 0)
		return EAGAIN;
	*id = (pthread_t)new_fibre(function, argument, 0);
	judge_gain(JUDGE_THREADS);
	judge_step();
	return 0;
}

int judge_create_c11(thrd_t *id, int (*function)(void *), void *argument)
{
	pthread_t t;
	int error = judge_create(&t, NULL, (void *(*)(void *))(void (*)(void))function, argument);
	*id = t;
	return error ? thrd_error : thrd_success;
}

/* Somebody else's thread, or a process. */
static void *be_outside(void *argument)
{
	judge_linger();
	return argument;
}

int judge_create_somehow(void)
{
	pthread_t t;
	return judge_create(&t, NULL, be_outside, NULL) ? -1 : (int)t;
}

static int has_ended(const void *fibre)
{
	return ((const struct fibre *)fibre)->has_ended;
}

/* Number 0 is nobody's thread. */
static struct fibre *thread_of(pthread_t id)
{
	return id > 0 && id < (pthread_t)count ? &fibres[id] : NULL;
}

int judge_join(pthread_t id, void **result)
{
	struct fibre *fibre = thread_of(id);
	if (!fibre)
		return ESRCH;
	judge_wait_for(has_ended, fibre);
	if (result)
		*result = fibre->result;
	return 0;
}

int judge_join_c11(thrd_t id, int *result)
{
	void *value = NULL;
	int error = judge_join(id, &value);
	if (result)
		*result = (int)(long)value;
	return error ? thrd_error : thrd_success;
}

/* A signal that is one may be one too many that nobody has taken yet. */
int judge_kill(pthread_t id, int number)
{
	struct fibre *fibre = thread_of(id);
	judge_step();
	if (number && judge_habits.failing && judge_below(4) == 0)
		return EAGAIN;
	return fibre && !fibre->has_ended ? 0 : ESRCH;
}

pthread_t judge_self(void)
{
	return (pthread_t)current;
}
