// A new connection is made while there is one.
// bounds: unbounded 111
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t thread;
	pthread_mutex_t lock;
	int active;
};

int next_event(void);
int is_lost(void *connection);
int is_bad(void *connection);
void *open_quietly(void);
void *open_connection(void);
void close_connection(void *connection);
static struct worker worker;
static void *connection;
static int is_quiet;

static void set_active(struct worker *one, int active)
{
	pthread_mutex_lock(&one->lock);
	one->active = active;
	pthread_mutex_unlock(&one->lock);
}

static int is_active(struct worker *one)
{
	int active = 0;

	pthread_mutex_lock(&one->lock);
	active = one->active;
	pthread_mutex_unlock(&one->lock);
	return active;
}

static void *work(void *arg)
{
	while (is_active(arg))
		next_event();
	return NULL;
}

static int start(struct worker *one)
{
	set_active(one, 1);
	if (pthread_create(&one->thread, NULL, work, one)) {
		set_active(one, 0);
		return -1;
	}
	return 0;
}

static void stop(struct worker *one)
{
	if (is_active(one)) {
		set_active(one, 0);
		if (pthread_join(one->thread, NULL) != 0)
			abort();
	}
}

static int connect_again(void)
{
	if (connection == NULL || next_event()) {
		if (is_quiet > 1)
			connection = open_quietly();
		else
			connection = open_connection();
		if (connection == NULL)
			return -1;
		if (is_bad(connection)) {
			close_connection(connection);
			connection = NULL;
			return -1;
		}
		if (!is_quiet)
			if (start(&worker) != 0) {
				close_connection(connection);
				connection = NULL;
				return -1;
			}
	}
	return 0;
}

static void disconnect(void)
{
	if (connection != NULL)
		close_connection(connection);
	connection = NULL;
}

static int look(void)
{
	if (connect_again() < 0)
		return -1;
	if (is_lost(connection)) {
		if (!is_quiet)
			stop(&worker);
		disconnect();
		return -1;
	}
	return 0;
}

void run(void)
{
	while (next_event())
		look();
}
