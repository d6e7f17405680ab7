// Sockets that are given up one by one are no flag for those that go on.
// bounds: unbounded 26
// bounds: bounded 28
#include <pthread.h>
#include <unistd.h>

struct service {
	int number;
	int fds[16];
};

void wait_for_request(void);
int is_readable(int fd);
int is_broken(int fd);
void *serve(void *arg);

static void give_up(struct service *service, int i)
{
	close(service->fds[i]);
	service->fds[i] = -1;
}

void run(struct service *service)
{
	pthread_t t;
	while (1) {
		wait_for_request();
		for (int i = 0; i < service->number; i++) {
			int fd = service->fds[i];
			if (fd != -1 && is_readable(fd))
				pthread_create(&t, NULL, serve, NULL);
			if (is_broken(fd))
				give_up(service, i);
		}
	}
}
