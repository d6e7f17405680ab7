// One thread polls two pipes that two others write to, without a limit and with one.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static int pipes[2][2];

static void *writer(void *arg)
{
	char byte = (char)(1 + (intptr_t)arg);

	assert(write(pipes[(intptr_t)arg][1], &byte, 1) == 1);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int sum = 0, received = 0;

	assert(pipe(pipes[0]) == 0 && pipe(pipes[1]) == 0);
	pthread_create(&a, NULL, writer, (void *)0);
	pthread_create(&b, NULL, writer, (void *)1);
	while (received < 2) {
		struct pollfd ready[2] = { { pipes[0][0], POLLIN, 0 }, { pipes[1][0], POLLIN, 0 } };

		assert(poll(ready, 2, received ? 50 : -1) >= 0);
		for (int i = 0; i < 2; i++) {
			char byte;

			if (ready[i].revents & POLLIN && read(pipes[i][0], &byte, 1) == 1) {
				sum += byte;
				received++;
			}
		}
	}
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 3);
	for (int i = 0; i < 2; i++) {
		close(pipes[i][0]);
		close(pipes[i][1]);
	}
	return 0;
}
