// Each thread opens the file for itself and has it locked, shared or alone, until it unlocks or closes it.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int total;

static int opened(void)
{
	int fd = open("lock_of_all", O_CREAT | O_RDWR, 0600);

	assert(fd >= 0);
	return fd;
}

static void *add(void *arg)
{
	int fd = opened(), copy = dup(fd);

	assert(flock(fd, LOCK_EX) == 0);
	close(fd); /* the copy keeps it */
	total++;
	assert(flock(copy, LOCK_EX) == 0);
	total++;
	close(copy);
	return arg;
}

static void *look(void *arg)
{
	int fd = opened();

	assert(flock(fd, LOCK_SH) == 0);
	assert(total % 2 == 0);
	while (flock(fd, LOCK_EX | LOCK_NB)) { /* which gives up the shared lock, too */
		assert(errno == EWOULDBLOCK);
		usleep(1);
	}
	total += 2;
	flock(fd, LOCK_UN);
	close(fd);
	return arg;
}

static void check_mistakes(int fd)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	assert(flock(fd, 77) == -1 && errno == EINVAL);
	assert(flock(1000, LOCK_EX) == -1 && errno == EBADF);
	assert(fcntl(1000, F_SETLK, &lock) == -1 && errno == EBADF);
	lock.l_type = 99;
	assert(fcntl(fd, F_SETLK, &lock) == -1 && errno == EINVAL);
	lock = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 5};
	assert(fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK && lock.l_len == 5);
	assert(lockf(fd, F_TEST, 0) == 0);
	assert(lockf(fd, 99, 0) == -1 && errno == EINVAL);
}

int main(void)
{
	pthread_t threads[2];
	int fd = opened();

	check_mistakes(fd);
	close(fd);
	pthread_create(&threads[0], NULL, add, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	unlink("lock_of_all");
	assert(total == 4);
	return 0;
}
