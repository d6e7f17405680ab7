// A live count behind a lock, tested against a maximum.
// bounds: alive 21
#include <pthread.h>
#include <unistd.h>

int next_client(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int live;

static void *serve(void *arg)
{
	pthread_mutex_lock(&lock);
	live--;
	pthread_mutex_unlock(&lock);
	return arg;
}

void run(int most)
{
	pthread_t t;
	for (;;) {
		int fd = next_client();
		pthread_mutex_lock(&lock);
		if (live >= most) {
			pthread_mutex_unlock(&lock);
			close(fd);
			continue;
		}
		live++;
		pthread_mutex_unlock(&lock);
		pthread_create(&t, NULL, serve, NULL);
	}
}
