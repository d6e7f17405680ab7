// A flag that is set back where the system has said that the thread is not there any more.
// bounds: alive 40
// bounds: alive 48
#include <pthread.h>
#include <signal.h>

int next(void);

struct worker {
	int active;
	pthread_t id;
};

static void *work(void *arg)
{
	return arg;
}

static void look(struct worker *w)
{
	int err;

	if (w->active) {
		if ((err = pthread_kill(w->id, 0)) != 0)
			w->active = 0;
	}
}

static void start(struct worker *w)
{
	if (!w->active) {
		w->active = 1;
		pthread_create(&w->id, NULL, work, w);
		pthread_detach(w->id);
	}
}

void serve(struct worker *w)
{
	while (next()) {
		look(w);
		start(w);
	}
}

void serve_here(struct worker *w)
{
	while (next()) {
		if (w->active && pthread_kill(w->id, 0))
			w->active = 0;
		start(w);
	}
}
