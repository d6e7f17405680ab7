// What the kernel keeps for a process and a program may change: each execution finds it as the first one did.
// treadle: quiet yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

/* Where the program was started; the process and its next execution must agree. */
static char start[4096];

__attribute__((constructor)) static void note_start(void)
{
	assert(getcwd(start, sizeof start));
}

static void change_directory_and_mask(void)
{
	char here[4096];

	assert(getcwd(here, sizeof here) && !strcmp(here, start));
	assert(!chdir("/"));
	assert(umask(0741) != 0741);
}

static void change_limits(void)
{
	struct rlimit files;

	assert(!getrlimit(RLIMIT_NOFILE, &files) && files.rlim_cur != 321);
	files.rlim_cur = 321;
	assert(!setrlimit(RLIMIT_NOFILE, &files));
	assert(!prlimit(0, RLIMIT_NOFILE, NULL, &files) && files.rlim_cur == 321);
}

static void change_name(void)
{
	char name[17] = "";

	assert(!prctl(PR_GET_NAME, name) && strcmp(name, "another"));
	assert(!prctl(PR_SET_NAME, "another"));
}

/* How many processors there are is known before main, in the same process. */
static int processors;

__attribute__((constructor)) static void count_processors(void)
{
	cpu_set_t all;

	processors = sched_getaffinity(0, sizeof all, &all) ? 0 : CPU_COUNT(&all);
}

static void *pin(void *unused)
{
	cpu_set_t all, one;

	assert(!pthread_getaffinity_np(pthread_self(), sizeof all, &all) && CPU_COUNT(&all) == processors);
	CPU_ZERO(&one);
	for (int i = CPU_SETSIZE - 1; !CPU_COUNT(&one); i--)
		if (CPU_ISSET(i, &all))
			CPU_SET(i, &one);
	assert(!pthread_setaffinity_np(pthread_self(), sizeof one, &one));
	assert(!sched_getaffinity(0, sizeof all, &all) && CPU_EQUAL(&all, &one));
	pthread_mutex_lock(&lock);
	turns++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, pin, NULL);
	change_directory_and_mask();
	change_limits();
	change_name();
	pin(NULL);
	pthread_join(thread, NULL);
	assert(turns == 2);
	return 0;
}
