/* rw_semaphore READERS WRITERS: readers and writers out of semaphores, with baton passing: whoever leaves the entry opens it
 * again, or wakes one of those that wait and leaves the entry to them.  Every thread reads or writes once. */
#include <semaphore.h>

#include "team.h"

static sem_t entry, may_read, may_write;
static int reading, writing, readers_waiting, writers_waiting;

static void wake_reader(void)
{
	readers_waiting--;
	sem_post(&may_read);
}

static void wake_writer(void)
{
	writers_waiting--;
	sem_post(&may_write);
}

static void *read_once(void *arg)
{
	sem_wait(&entry);
	if (writing) {
		readers_waiting++;
		sem_post(&entry);
		sem_wait(&may_read);
	}
	reading++;
	if (readers_waiting)
		wake_reader();
	else
		sem_post(&entry);

	sem_wait(&entry);
	reading--;
	if (reading == 0 && writers_waiting)
		wake_writer();
	else
		sem_post(&entry);
	return arg;
}

static void *write_once(void *arg)
{
	sem_wait(&entry);
	if (reading || writing) {
		writers_waiting++;
		sem_post(&entry);
		sem_wait(&may_write);
	}
	writing = 1;
	sem_post(&entry);

	sem_wait(&entry);
	writing = 0;
	if (readers_waiting)
		wake_reader();
	else if (writers_waiting)
		wake_writer();
	else
		sem_post(&entry);
	return arg;
}

int main(int argc, char **argv)
{
	int readers = argument(argc, argv, 1, 1), writers = argument(argc, argv, 2, 1);
	struct team team = { 0 };

	sem_init(&entry, 0, 1);
	sem_init(&may_read, 0, 0);
	sem_init(&may_write, 0, 0);
	for (int i = 0; i < readers; i++)
		team_start(&team, read_once, (union task){ 0 });
	for (int i = 0; i < writers; i++)
		team_start(&team, write_once, (union task){ 0 });
	team_join(&team);
	assert(!reading && !writing && !readers_waiting && !writers_waiting);
	return 0;
}
