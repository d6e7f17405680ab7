// Three threads that touch a buffer so large that it is looked at as a whole, or bytes of it: what each does is an argument, a letter for
// each operation.
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { SIZE = 70000, HALF = SIZE / 2 };

static char buffer[SIZE], other[3][SIZE];

static void do_one(char what, char *own)
{
	switch (what) {
	case 'C': memset(buffer, what, SIZE); break;              // clear all
	case 'A': memcpy(own, buffer, SIZE); break;               // look at all
	case 'P': memset(buffer + 16, what, SIZE - 16); break;    // clear all but the beginning
	case 'r': own[0] = buffer[HALF]; break;
	case 'w': buffer[HALF] = what; break;
	case 'f': own[1] = buffer[8]; break;                      // at the beginning
	case 'v': buffer[8] = what; break;
	case 'l': memcpy(own, buffer + HALF, 8); break;           // where r and w are, and more
	default: break;
	}
}

/* What to do is in the argument itself, a letter in each byte, so that there is nothing else to share; in the lowest, which thread it is. */
static void *run(void *plan)
{
	uint64_t letters = (uint64_t)plan;
	char *own = other[letters & 0xff];
	while (letters >>= 8)
		do_one((char)(letters & 0xff), own);
	return NULL;
}

static void *pack(int which, const char *letters)
{
	uint64_t packed = 0;
	for (size_t i = strlen(letters); i-- > 0;)
		packed = packed << 8 | (uint8_t)letters[i];
	return (void *)(packed << 8 | (uint8_t)which);
}

int main(int argc, char **argv)
{
	pthread_t threads[3];
	for (int i = 0; i < argc - 1; i++)
		pthread_create(&threads[i], NULL, run, pack(i, argv[i + 1]));
	for (int i = 0; i < argc - 1; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
