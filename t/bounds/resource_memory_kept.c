// Memory that is allocated in a loop and goes to somebody who keeps it.
// bounds: options --resources memory
// bounds: unbounded 17 says "memory"
#include <stdlib.h>

struct entry {
	struct entry *next;
	int value;
};

int next_value(void);
static struct entry *history;

void run(void)
{
	int value;
	while ((value = next_value()) >= 0) {
		struct entry *entry = malloc(sizeof *entry);
		if (!entry)
			return;
		entry->value = value;
		entry->next = history;
		history = entry;
	}
}
