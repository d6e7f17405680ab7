// Locks by F_SETLKW belong to the process, so that all of its threads have them: they keep other processes out and nobody else.
// treadle: expect race|assert
// treadle: says "total"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int total;

static void set(int fd, short type)
{
	struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};

	assert(fcntl(fd, F_SETLKW, &lock) == 0);
}

static void *add(void *arg)
{
	int fd = open("lock_of_process", O_CREAT | O_RDWR, 0600);

	set(fd, F_WRLCK);
	total++;
	set(fd, F_UNLCK);
	assert(lockf(fd, F_LOCK, 0) == 0);
	assert(lockf(fd, F_ULOCK, 0) == 0);
	close(fd);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	unlink("lock_of_process");
	assert(total == 2);
	return 0;
}
