// The same, but the threads are not waited for if somebody is in a hurry.
// bounds: unbounded 51
// bounds: bounded 19
#include <pthread.h>
#include <stdlib.h>

struct server {
	pthread_t *workers;
	int count, is_closing, is_hurried;
};

void wait_for_signal(void);
void read_configuration(struct server *server);
void *work(void *arg);
void say_bye(int number);

static void start_others(struct server *server)
{
	for (int i = 0; i < server->count; i++)
		pthread_create(&server->workers[i], NULL, work, server);
}

static void stop_others(struct server *server)
{
	for (int i = 0; i < server->count; i++) {
		say_bye(i);
		pthread_join(server->workers[i], NULL);
	}
}

static void stop(struct server *server)
{
	say_bye(-1);
	if (server->is_hurried)
		return;
	stop_others(server);
}

static void run_once(struct server *server)
{
	start_others(server);
	wait_for_signal();
	stop(server);
}

int main(void)
{
	struct server server = { 0 };

	server.workers = calloc(8, sizeof *server.workers);
	while (!server.is_closing) {
		read_configuration(&server);
		run_once(&server);
	}
	return 0;
}
