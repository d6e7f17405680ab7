// Nearly the same: the wait is for workers of another number.
// bounds: unbounded 56
#include <pthread.h>

struct writer {
	pthread_t thread;
	int is_started;
};

struct worker {
	struct writer *writer;
	int number, is_logging;
};

int is_closing(void);
void serve(struct worker *worker);
void *write_log(void *arg);

static void start(struct writer *writer)
{
	writer->is_started = 1;
	pthread_create(&writer->thread, NULL, write_log, writer);
}

static void stop(struct writer *writer)
{
	if (!writer)
		return;
	if (!writer->is_started)
		return;
	writer->is_started = 0;
	pthread_join(writer->thread, NULL);
}

static void begin(struct worker *worker)
{
	if (worker->is_logging && worker->number == 0) {
		serve(worker);
		start(worker->writer);
	}
}

static void end(struct worker *w)
{
	if (w->is_logging && w->number == 1)
		stop(w->writer);
}

static void clean_up(struct worker *worker)
{
	end(worker);
}

void run(struct worker *worker)
{
	while (!is_closing()) {
		begin(worker);
		serve(worker);
		clean_up(worker);
	}
}
