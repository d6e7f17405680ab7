/* Things to give to a program.  All that it may point to is made anew for every run, and forgotten. */
#include <poll.h>
#include <stdlib.h>
#include "world.h"

enum { TYPES = 64 };

/* Numbers of their own, so that the same is given where only answers and turns have changed. */
static unsigned given_below(unsigned n)
{
	static unsigned long state;
	if (!state)
		state = judge_habits.seed * 2654435761UL + 1;
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

int judge_small(void)
{
	return 1 + (int)given_below(12);
}

int judge_bit(void)
{
	return (int)given_below(2);
}

/* For a field: few numbers, so that two may be the same. */
int judge_given(void)
{
	static const int values[] = { 0, 0, 1, 1, 2, 3, 5, 9 };
	return values[given_below(sizeof values / sizeof values[0])];
}

/* For one of a few kinds. */
int judge_kind(void)
{
	return (int)given_below(3);
}

/* For sizes and the like, which may be large. */
long judge_amount(void)
{
	return given_below(4) ? judge_given() : 1000000;
}

void *judge_room(void)
{
	return calloc(1, 1 << 14);
}

void *judge_numbers(void)
{
	int *numbers = judge_room();
	for (int i = 0; i < 64; i++)
		numbers[i] = (int)given_below(10);
	return numbers;
}

char **judge_names(void)
{
	static char *names[] = { "a", "-n3", "-t", "4", "e", NULL };
	return names;
}

char *judge_text(void)
{
	static char text[] = "!a!b!";
	return text;
}

void *judge_poll(void)
{
	struct pollfd *polled = judge_room();
	for (int i = 0; i < 16; i++)
		polled[i].fd = (int)given_below(10);
	return polled;
}

/* How many follow in a list. */
int judge_length(void)
{
	return (int)given_below(given_below(4) ? 6 : 40);
}

/* Some of the runs have one object of each type, and everybody is given that. */
void *judge_object(int type, void (*fill)(void *object, int depth), int depth)
{
	static void *shared[TYPES];
	void *object;
	if (judge_habits.sharing && depth == 0 && type < TYPES && shared[type])
		return shared[type];
	object = judge_room();
	if (type < TYPES)
		shared[type] = object;
	fill(object, depth);
	return object;
}

/* One of those that are there; nothing if none is. */
void *judge_one_of(int number, void *const *things)
{
	int there = 0, which;
	for (int i = 0; i < number; i++)
		there += things[i] != NULL;
	if (!there)
		return NULL;
	which = (int)given_below((unsigned)there);
	for (int i = 0; ; i++)
		if (things[i] && which-- == 0)
			return things[i];
}

void *judge_or(void *one, void *other)
{
	return one ? one : other;
}

void *judge_pointer_to(void *object)
{
	void **pointer = judge_room();
	*pointer = object;
	return pointer;
}

/* Functions to point to that are none of the program's. */
long judge_function(void)
{
	return judge_answer_at(1, __builtin_return_address(0), 0);
}

void *judge_function_for_objects(void)
{
	judge_answer_at(2, __builtin_return_address(0), 0);
	return judge_room();
}
