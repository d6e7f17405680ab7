// Memory that is mapped, grown, given back in part or not at all, by two threads: each execution finds the same addresses.
// treadle: quiet yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static _Atomic(char *) handed_over;

static char *map(size_t size)
{
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(at != MAP_FAILED && at[0] == 0 && at[size - 1] == 0);
	memset(at, 1, size);
	return at;
}

static void *other(void *arg)
{
	char *mine = map(3 * PAGE);

	munmap(mine + PAGE, PAGE);
	mine[2 * PAGE] = 2;
	handed_over = mine;
	return arg;
}

int main(void)
{
	pthread_t thread;
	char *grows = map(PAGE), *given;

	pthread_create(&thread, NULL, other, NULL);
	grows = mremap(grows, PAGE, 5 * PAGE, MREMAP_MAYMOVE);
	assert(grows != MAP_FAILED && grows[PAGE - 1] == 1 && grows[PAGE] == 0);
	given = handed_over;
	assert(!given || given[2 * PAGE] == 2);
	pthread_join(thread, NULL);
	assert(handed_over[2 * PAGE] == 2);
	munmap(grows, 5 * PAGE);
	return 0;
}
