// A thread writes a file and another one reads it, each by a descriptor of its own; nothing says that it has been written by then.
// treadle: expect assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *write_it(void *arg)
{
	int fd = open("result", O_WRONLY);

	assert(write(fd, "42", 2) == 2);
	close(fd);
	return arg;
}

static void *read_it(void *arg)
{
	char text[2];
	int fd = open("result", O_RDONLY);

	assert(read(fd, text, 2) == 2);
	close(fd);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	close(open("result", O_CREAT | O_TRUNC | O_RDWR, 0600));
	pthread_create(&threads[0], NULL, write_it, NULL);
	pthread_create(&threads[1], NULL, read_it, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
