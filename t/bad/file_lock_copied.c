// The second thread's descriptor is a copy of the first one's, so it has the lock whenever the first one has it.
// treadle: expect race|assert
// treadle: says "total"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int total;

static void *add(void *fd)
{
	flock(*(int *)fd, LOCK_EX);
	total++;
	flock(*(int *)fd, LOCK_UN);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int fds[2];

	fds[0] = open("lock_copied", O_CREAT | O_RDWR, 0600);
	fds[1] = dup(fds[0]);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, &fds[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(fds[0]);
	close(fds[1]);
	unlink("lock_copied");
	assert(total == 2);
	return 0;
}
