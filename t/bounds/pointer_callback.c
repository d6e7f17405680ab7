// An event loop calls what was registered with it.
// bounds: unbounded 26
#include <pthread.h>

struct event {
	void (*callback)(struct event *event);
};

struct event *next_event(void);
void *serve(void *arg);

static void on_client(struct event *event)
{
	pthread_t t;
	pthread_create(&t, NULL, serve, event);
}

void listen_with(struct event *event)
{
	event->callback = on_client;
}

void run(void)
{
	struct event *event;
	while ((event = next_event()))
		event->callback(event);
}
