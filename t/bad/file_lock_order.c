// Two threads lock two files in two orders.
// treadle: expect deadlock
// treadle: says "waits for flock of lock_(red|blue), held by"
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static const char *const red_first[] = {"lock_red", "lock_blue"}, *const blue_first[] = {"lock_blue", "lock_red"};

static void *lock_both(void *order)
{
	const char *const *names = order;
	int first = open(names[0], O_CREAT | O_RDWR, 0600), second = open(names[1], O_CREAT | O_RDWR, 0600);

	flock(first, LOCK_EX);
	flock(second, LOCK_EX); /* @second */
	flock(second, LOCK_UN);
	close(first);
	close(second);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, lock_both, (void *)red_first);
	pthread_create(&threads[1], NULL, lock_both, (void *)blue_first);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	unlink("lock_red");
	unlink("lock_blue");
	return 0;
}
