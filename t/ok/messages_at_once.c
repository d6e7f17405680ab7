// Several messages by one call: a receiver that wants all of them waits for each, one that wants what is there waits for the first.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { MESSAGES = 2 };

static int ends[2];

static int many(int is_sent, char *letters, int flags)
{
	struct iovec parts[MESSAGES];
	struct mmsghdr messages[MESSAGES] = { { .msg_len = 0 } };

	for (int i = 0; i < MESSAGES; i++) {
		parts[i] = (struct iovec){ &letters[i], 1 };
		messages[i].msg_hdr = (struct msghdr){ .msg_iov = &parts[i], .msg_iovlen = 1 };
	}
	int count = is_sent ? sendmmsg(ends[0], messages, MESSAGES, flags) : recvmmsg(ends[1], messages, MESSAGES, flags, NULL);
	for (int i = 0; i < count; i++)
		assert(messages[i].msg_len == 1);
	return count;
}

static void *tell(void *arg)
{
	char letters[] = "abcd";

	assert(many(1, letters, 0) == MESSAGES);
	assert(many(1, letters + 2, 0) == MESSAGES);
	return arg;
}

int main(void)
{
	pthread_t thread;
	char letters[5] = "";

	assert(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends));
	assert(many(0, letters, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	pthread_create(&thread, NULL, tell, NULL);
	int count = many(0, letters, MSG_WAITFORONE);
	assert(count >= 1 && letters[0] == 'a');
	while (count < 3)
		count += many(0, letters + count, MSG_WAITFORONE);
	if (count == 3)
		assert(recv(ends[1], letters + 3, 1, 0) == 1);
	assert(letters[2] == 'c' && letters[3] == 'd');
	pthread_join(thread, NULL);
	return 0;
}
