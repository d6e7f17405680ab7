// A message that is made of parts, the same one several times: its sender is not going round.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];
static char word[3] = "ab", space[2] = " ";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	word[0] = 'c';
	space[0] = '_';
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *say(void *unused)
{
	struct iovec parts[] = {{word, 2}, {space, 1}, {word, 2}, {space, 1}, {word, 2}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 5};

	(void)unused;
	pthread_mutex_lock(&lock);
	assert(writev(ends[1], parts, 5) == 8);
	assert(sendmsg(ends[1], &message, 0) == 8);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	char got[17] = "";

	assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	pthread_create(&threads[0], NULL, say, NULL);
	pthread_create(&threads[1], NULL, change, NULL);
	for (size_t n = 0; n < 16;) {
		ssize_t result = read(ends[0], got + n, 16 - n);
		assert(result > 0);
		n += (size_t)result;
	}
	assert(!strcmp(got, "ab ab abab ab ab") || !strcmp(got, "cb_cb_cbcb_cb_cb"));
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
