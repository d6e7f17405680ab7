// A goto that goes back to where the iteration gives up is no loop of its own.
// bounds: unbounded 13
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int next_client(void);
void *serve(void *arg);

void run(void)
{
	pthread_t t;
	while (1) {
		int fd = next_client();
		int *copy = malloc(sizeof *copy);
		if (!copy) {
failed:
			close(fd);
			free(copy);
			continue;
		}
		*copy = fd;
		if (pthread_create(&t, NULL, serve, copy) != 0)
			goto failed;
	}
}
