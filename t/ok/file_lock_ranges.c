// Locks of ranges that belong to an open file keep threads apart where they meet, and nowhere else.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { SIZE = 10 };

static int counts[2];

static int set(int fd, int command, short type, int which, int length)
{
	struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = which * SIZE, .l_len = length};

	return fcntl(fd, command, &lock);
}

static void *add(void *of)
{
	int fd = *(int *)of;

	for (int i = 0; i < 2; i++) {
		assert(set(fd, F_OFD_SETLKW, F_WRLCK, i, SIZE) == 0);
		counts[i]++;
		assert(set(fd, F_OFD_SETLK, F_UNLCK, i, SIZE) == 0);
	}
	close(fd);
	return NULL;
}

static int opened(int flags)
{
	int fd = open("lock_ranges", O_CREAT | flags, 0600);

	assert(fd >= 0);
	return fd;
}

static void check_alone(void)
{
	int fd = opened(O_RDWR), other = opened(O_RDONLY);
	struct flock asked = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0};

	assert(set(fd, F_OFD_SETLK, F_WRLCK, 0, 3 * SIZE) == 0);
	assert(set(fd, F_OFD_SETLK, F_UNLCK, 1, SIZE) == 0);
	assert(set(other, F_OFD_SETLK, F_RDLCK, 0, 1) == -1 && errno == EAGAIN);
	assert(set(other, F_OFD_SETLK, F_RDLCK, 1, SIZE) == 0);
	assert(set(other, F_OFD_SETLK, F_RDLCK, 1, SIZE + 1) == -1 && errno == EAGAIN);
	assert(set(other, F_OFD_SETLK, F_WRLCK, 1, SIZE) == -1 && errno == EBADF);
	assert(fcntl(other, F_OFD_GETLK, &asked) == 0);
	assert(asked.l_type == F_WRLCK && asked.l_pid == -1 && asked.l_start % (2 * SIZE) == 0 && asked.l_len == SIZE);
	close(fd);
	assert(set(other, F_OFD_SETLK, F_RDLCK, 0, 0) == 0);
	close(other);
}

int main(void)
{
	pthread_t threads[2];
	int fds[2];

	check_alone();
	for (int i = 0; i < 2; i++)
		fds[i] = opened(O_RDWR);
	unlink("lock_ranges");
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, &fds[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(counts[0] == 2 && counts[1] == 2);
	return 0;
}
