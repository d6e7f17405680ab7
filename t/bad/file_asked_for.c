// A thread makes a file if there is none: between the two another one may have made it, and what that wrote is gone.
// treadle: expect assert
// treadle: says "look at a file"
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int made;

static void *make(void *text)
{
	if (access("made_once", F_OK)) {
		int fd = open("made_once", O_CREAT | O_TRUNC | O_WRONLY, 0600);

		assert(write(fd, text, 1) == 1);
		close(fd);
		__atomic_fetch_add(&made, 1, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	unlink("made_once");
	pthread_create(&threads[0], NULL, make, "a");
	pthread_create(&threads[1], NULL, make, "b");
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(made == 1);
	return 0;
}
