// Threads go round until a file is there, until something is in it, and until they can make it: they wait for who does that.
// treadle: alone no
#define _DEFAULT_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int inside; /* who has made "turn" may touch this */

static void take_turn(void)
{
	int fd;

	while ((fd = open("turn", O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0)
		usleep(10);
	assert(!inside++);
	inside--;
	close(fd);
	assert(unlink("turn") == 0);
}

static void *make(void *arg)
{
	int fd = open("made", O_CREAT | O_WRONLY, 0600);

	assert(write(fd, "x", 1) == 1);
	close(fd);
	take_turn();
	return arg;
}

static void *await(void *arg)
{
	char letter;

	while (access("made", F_OK))
		;
	int fd = open("made", O_RDONLY);
	while (read(fd, &letter, 1) == 0)
		;
	assert(letter == 'x');
	close(fd);
	take_turn();
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	unlink("turn");
	unlink("made");
	pthread_create(&threads[0], NULL, make, NULL);
	pthread_create(&threads[1], NULL, await, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(unlink("made") == 0);
	return 0;
}
