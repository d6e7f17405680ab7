// A file that can be made only once keeps threads apart, as a lock does; who finds it taken does without.
// treadle: alone no
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int inside, entries; /* who has the file may touch these */

static void *work(void *arg)
{
	int fd = open("lock_file", O_CREAT | O_EXCL | O_WRONLY, 0600);

	if (fd < 0)
		return arg;
	assert(!inside++);
	entries++;
	inside--;
	close(fd);
	assert(unlink("lock_file") == 0);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	unlink("lock_file");
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(entries == 1 || entries == 2);
	return 0;
}
