// What system calls write for the program is its own write, of so much and no more: one thread of a set waits for its own entry of it
// while the other one looks for whom that is, a set of select goes from hand to hand, and what accept and pipe tell is told on by a lock.
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pollfd set[2];
static fd_set readable;
static int ends[2][2], listener, answers, ready;
static struct sockaddr_in from;
static socklen_t length = sizeof from;

static void *wait_for(void *which)
{
	struct pollfd *own = which;
	int other = set[own == set].fd; /* next to what poll writes for the other thread */

	assert(poll(own, 1, -1) == 1 && own->revents & POLLIN);
	assert(other != own->fd);
	pthread_mutex_lock(&lock);
	FD_ZERO(&readable);
	FD_SET(own->fd, &readable);
	ready += select(own->fd + 1, &readable, NULL, NULL, NULL);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *take(void *arg)
{
	pthread_mutex_lock(&lock);
	answers += accept(listener, (struct sockaddr *)&from, &length) >= 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void connect_to_listener(void)
{
	struct sockaddr_in name = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof name;

	listener = socket(AF_INET, SOCK_STREAM, 0);
	assert(bind(listener, (struct sockaddr *)&name, sizeof name) == 0 && listen(listener, 2) == 0);
	assert(getsockname(listener, (struct sockaddr *)&name, &size) == 0 && size == sizeof name && name.sin_port);
	assert(connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&name, size) == 0);
}

int main(void)
{
	pthread_t threads[3];

	connect_to_listener();
	for (int i = 0; i < 2; i++) {
		assert(pipe(ends[i]) == 0 && write(ends[i][1], "x", 1) == 1);
		set[i] = (struct pollfd){ .fd = ends[i][0], .events = POLLIN };
	}
	pthread_create(&threads[0], NULL, wait_for, &set[0]);
	pthread_create(&threads[1], NULL, wait_for, &set[1]);
	pthread_create(&threads[2], NULL, take, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(ready == 2 && answers == 1 && from.sin_family == AF_INET && length == sizeof from);
	return 0;
}
