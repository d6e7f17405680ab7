// Who makes the file first has the lock; the thread that was created first takes it for granted that it is the one.
// treadle: expect assert
// treadle: says "change a file"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int has_it[2];

static void *take(void *to)
{
	int fd = open("taken", O_CREAT | O_EXCL | O_WRONLY, 0600);

	*(int *)to = fd >= 0;
	if (fd >= 0)
		close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	unlink("taken");
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, take, &has_it[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(has_it[0] + has_it[1] == 1);
	assert(has_it[0]);
	return 0;
}
