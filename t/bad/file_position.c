// Threads that read from one descriptor share where it is: each of them goes to the record that it wants and reads it there, and
// somebody else may have gone elsewhere in between.
// treadle: expect assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd;

static void *read_record(void *number)
{
	char letter;

	assert(lseek(fd, (long)number, SEEK_SET) == (long)number);
	assert(read(fd, &letter, 1) == 1);
	assert(letter == "ab"[(long)number]);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	fd = open("records", O_CREAT | O_TRUNC | O_RDWR, 0600);
	assert(write(fd, "ab", 2) == 2);
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, read_record, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(fd);
	return 0;
}
