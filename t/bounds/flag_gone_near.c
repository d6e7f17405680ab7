// A flag that is set back where the thread is there, where another one is not, or where it was sent a signal.
// bounds: unbounded 34
// bounds: unbounded 43
// bounds: unbounded 52
// bounds: unbounded 61
#include <pthread.h>
#include <signal.h>

int next(void);

struct worker {
	int active;
	pthread_t id, other;
};

static void *work(void *arg)
{
	for (;;)
		next();
	return arg;
}

static void start(struct worker *w)
{
	if (!w->active) {
		w->active = 1;
		pthread_create(&w->id, NULL, work, w);
		pthread_detach(w->id);
	}
}

void there(struct worker *w)
{
	while (next()) {
		if (w->active && pthread_kill(w->id, 0) == 0)
			w->active = 0;
		start(w);
	}
}

void another(struct worker *w)
{
	while (next()) {
		if (w->active && pthread_kill(w->other, 0) != 0)
			w->active = 0;
		start(w);
	}
}

void signalled(struct worker *w)
{
	while (next()) {
		if (w->active && pthread_kill(w->id, SIGUSR1) != 0)
			w->active = 0;
		start(w);
	}
}

void of_another(struct worker *w, struct worker *v)
{
	while (next()) {
		if (w->active && pthread_kill(v->id, 0) != 0)
			w->active = 0;
		start(w);
	}
}
