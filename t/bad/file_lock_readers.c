// The lock is shared where it should be exclusive.
// treadle: expect race|assert
// treadle: says "flock of lock_readers"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int total;

static void *add(void *how)
{
	int fd = open("lock_readers", O_CREAT | O_RDWR, 0600);

	flock(fd, how ? LOCK_EX : LOCK_SH);
	total++;
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, add, NULL);
	pthread_create(&threads[1], NULL, add, NULL);
	pthread_create(&threads[2], NULL, add, "exclusively");
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	unlink("lock_readers");
	assert(total == 3);
	return 0;
}
