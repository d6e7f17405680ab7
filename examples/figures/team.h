/* What the programs of this folder share: threads that are told by value what to do.
 *
 * Each of them is a small program whose number of different executions is known (t/figures.t has the numbers).  Any memory
 * that two threads touch would add to that number, so what a thread has to know is packed into the pointer that
 * pthread_create hands over, and what it has found out comes back through pthread_join. */
#ifndef FIGURES_TEAM_H
#define FIGURES_TEAM_H

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { TEAM_MOST = 32 };

/* self: which one of its kind a thread is, from 0; threads: how many there are of them; rounds: how often it does what it does;
 * size: of whatever it does it with. */
union task {
	struct {
		uint16_t self, threads, rounds, size;
	};
	void *packed;
};

_Static_assert(sizeof(union task) == sizeof(void *), "a task is handed over by value");

struct team {
	int size;
	pthread_t threads[TEAM_MOST];
};

static inline void team_start(struct team *team, void *(*body)(void *), union task task)
{
	assert(team->size < TEAM_MOST);
	pthread_create(&team->threads[team->size++], NULL, body, task.packed);
}

/* Waits for all; the sum of what they returned. */
static inline intptr_t team_join(struct team *team)
{
	intptr_t sum = 0;
	void *result;

	for (int i = 0; i < team->size; i++) {
		pthread_join(team->threads[i], &result);
		sum += (intptr_t)result;
	}
	return sum;
}

/* The argument at a place of the command line; what is left out has a value that makes a small program. */
static inline int argument(int argc, char **argv, int place, int otherwise)
{
	return place < argc ? atoi(argv[place]) : otherwise;
}

#endif
