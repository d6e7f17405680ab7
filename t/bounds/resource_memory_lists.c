// Memory that is freed in the round, by a function, and some that is kept for ever.
// bounds: options --resources memory
// bounds: alive 26
// bounds: alive 37
// bounds: unbounded 47
// bounds: bounded 57
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	char *name;
};

static struct node *first;
char *next_line(void);

static void node_free(struct node *node)
{
	free(node->name);
	free(node);
}

void in_round(void)
{
	for (;;) {
		char *copy = malloc(100);
		if (!copy)
			continue;
		strncpy(copy, next_line(), 99);
		free(copy);
	}
}

void by_function(void)
{
	for (;;) {
		struct node *node = calloc(1, sizeof *node);
		if (node)
			node->name = next_line();
		node_free(node);
	}
}

void kept(void)
{
	for (;;) {
		struct node *node = malloc(sizeof *node);
		node->next = first;
		first = node;
	}
}

char *as_many_as_there_are(char **words)
{
	char *last = NULL;
	while (*words)
		last = strdup(*words++);
	return last;
}
