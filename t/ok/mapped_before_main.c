// A constructor maps memory, and reserves more, as allocators do; main and a thread write there, give some of it back, and move the end of the data.
// Each execution finds all of it as it was.
// treadle: quiet yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, ARENA = 64 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *arena, *reserved;
static uintptr_t end_of_data;

__attribute__((constructor)) static void map_arena(void)
{
	arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	reserved = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	strcpy(arena + PAGE, "from before main");
	end_of_data = (uintptr_t)sbrk(0);
}

static void *write_there(void *text)
{
	pthread_mutex_lock(&lock);
	strcpy(arena + 7 * PAGE, text);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void check_arena(void)
{
	assert(!arena[0] && !strcmp(arena + PAGE, "from before main"));
	assert(!arena[7 * PAGE] && !arena[30 * PAGE] && !arena[ARENA - 1]);
	assert(!mprotect(reserved + PAGE, 2 * PAGE, PROT_READ | PROT_WRITE));
	assert(!reserved[PAGE]);
	assert((uintptr_t)sbrk(0) == end_of_data);
}

static void change_arena(void)
{
	strcpy(arena + PAGE, "from main");
	arena[ARENA - 1] = reserved[PAGE] = reserved[2 * PAGE] = 1;
	arena[30 * PAGE] = 1;
	assert(!munmap(arena + 30 * PAGE, 3 * PAGE));
	assert(!mprotect(arena + 40 * PAGE, PAGE, PROT_READ));
	assert(sbrk(3 * PAGE) != (void *)-1);
}

int main(void)
{
	pthread_t a, b;

	check_arena();
	pthread_create(&a, NULL, write_there, "a");
	pthread_create(&b, NULL, write_there, "b");
	change_arena();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(arena[7 * PAGE] == 'a' || arena[7 * PAGE] == 'b');
	return 0;
}
