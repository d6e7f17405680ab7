// A variable that says whether there is something to do, set anew in every iteration, is no once-only flag.
// bounds: unbounded 12
#include <pthread.h>

int is_readable(int fd);
void *serve(void *arg);

void run(int fds, int goes_on)
{
	pthread_t t;
	int fd;
	while (goes_on) {
		fd = -1;
		for (int i = 0; i < fds; i++)
			if (is_readable(i))
				fd = i;
		if (fd == -1)
			continue;
		pthread_create(&t, NULL, serve, NULL);
	}
}
