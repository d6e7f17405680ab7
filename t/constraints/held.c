/* Reads that can be made whenever they are asked for, because writes can be held back for as long as it takes.  Thread
 * 1 stands at its read before any thread writes, thread 4 comes late.  Each reads a part of what thread 2 writes;
 * thread 3 writes over what thread 1 reads, and then over all. */
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t begun;
static int cells[8];

static void *reader(void *unused)
{
	sem_post(&begun);
	return (void *)(long)(cells[2] + (unused != NULL));
}

static void *late_reader(void *unused)
{
	return (void *)(long)(cells[7] + (unused != NULL));
}

static void *wanted(void *unused)
{
	memset(cells, 1, sizeof cells);
	return unused;
}

static void *others(void *unused)
{
	for (int i = 2; i < 5; i++)
		cells[i] = i;
	memset(cells, 2, sizeof cells);
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	sem_init(&begun, 0, 0);
	pthread_create(&threads[0], NULL, reader, NULL);
	sem_wait(&begun);
	pthread_create(&threads[1], NULL, wanted, NULL);
	pthread_create(&threads[2], NULL, others, NULL);
	pthread_create(&threads[3], NULL, late_reader, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
