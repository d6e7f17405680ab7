// Freed in the same iteration.
// bounds: options --resources memory
// bounds: alive 10 says "memory"
#include <stdlib.h>

int fill(char *buffer, size_t size);

void run(void)
{
	for (;;) {
		char *buffer = malloc(4096);
		if (!buffer)
			return;
		fill(buffer, 4096);
		free(buffer);
	}
}
