// A thread gives a detached one the address of its own variable, and does not wait for it.
// treadle: expect use-after-return
// treadle: says "log_request uses request(\.\w+)? after serve, whose variable it is, has ended, at log_request \(@read\)"
#include <pthread.h>
#include <stddef.h>

struct request {
	int number, size;
};

static int logged;

static void *log_request(void *arg)
{
	const struct request *request = arg;

	logged = request->number; /* @read */
	return NULL;
}

static void *serve(void *unused)
{
	struct request request = { 7, 100 };
	pthread_t logger;

	pthread_create(&logger, NULL, log_request, &request);
	pthread_detach(logger);
	return unused;
}

int main(void)
{
	pthread_t server;

	pthread_create(&server, NULL, serve, NULL);
	pthread_join(server, NULL);
	pthread_exit(NULL);
}
