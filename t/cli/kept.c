/* Memory that is shared with other processes is not put back: each run finds what the one before has left there, and goes another way. */
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *runs;
static int generation;

__attribute__((constructor)) static void map_runs(void)
{
	runs = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int main(void)
{
	generation += ++*runs;
	if (generation % 2)
		pthread_mutex_lock(&lock);
	return 0;
}
