/* Memory that a program takes and gives back, where that is looked for.  It is not given back to anybody. */
#include <stdlib.h>
#include <string.h>
#include "judge.h"
#include "world.h"

enum { BLOCKS_OF_MEMORY = 8192 };

/* The program gives back what others have given it, too; that counts for nothing. */
static void *taken[BLOCKS_OF_MEMORY];
static int taken_count;

void *judge_allocate(size_t size)
{
	void *pointer = calloc(1, size);
	if (taken_count == BLOCKS_OF_MEMORY)
		judge_leave();
	taken[taken_count++] = pointer;
	judge_gain(JUDGE_MEMORY);
	return pointer;
}

char *judge_copy(const char *text)
{
	return strcpy(judge_allocate(strlen(text) + 1), text);
}

void judge_free(void *pointer)
{
	for (int i = taken_count - 1; i >= 0 && pointer; i--)
		if (taken[i] == pointer) {
			taken[i] = taken[--taken_count];
			judge_lose(JUDGE_MEMORY);
			return;
		}
}
