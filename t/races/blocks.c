/* Places in heap blocks, which the table of treadle races calls as reports do: one block is there before main, and one is
 * allocated in some orders only. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *table;
static int *_Atomic extra;
static atomic_int is_wanted;

__attribute__((constructor)) static void make_table(void)
{
	table = calloc(4, sizeof *table);
}

static void *provide(void *unused)
{
	(void)unused;
	if (atomic_load(&is_wanted)) {
		int *made = calloc(2, sizeof *made);

		atomic_store(&extra, made);
	}
	table[1]++;
	return NULL;
}

static void *use(void *unused)
{
	int *given;

	(void)unused;
	atomic_store(&is_wanted, 1);
	given = atomic_load(&extra);
	if (given)
		given[0]++;
	table[1]++;
	return NULL;
}

static void *use_again(void *unused)
{
	int *given = atomic_load(&extra);

	(void)unused;
	if (given)
		given[0]++;
	return NULL;
}

int main(void)
{
	void *(*const bodies[])(void *) = { provide, use, use_again };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
