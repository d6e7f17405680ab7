// A server that answers before it has looked; the file of its socket is there until it ends, and it fails before that.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "treadle.socket" };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int known;

static void *learn(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	known = 1;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *ask(void *arg)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	char answer;

	(void)arg;
	assert(!connect(fd, (struct sockaddr *)&address, sizeof address));
	assert(read(fd, &answer, 1) == 1);
	assert(answer == 1);
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int server = socket(AF_UNIX, SOCK_STREAM, 0), fd;

	assert(!bind(server, (struct sockaddr *)&address, sizeof address) && !listen(server, 1));
	pthread_create(&threads[0], NULL, ask, NULL);
	pthread_create(&threads[1], NULL, learn, NULL);
	fd = accept(server, NULL, NULL);
	pthread_mutex_lock(&lock);
	char answer = (char)known;
	pthread_mutex_unlock(&lock);
	assert(write(fd, &answer, 1) == 1);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(fd);
	close(server);
	unlink(address.sun_path);
	return 0;
}
