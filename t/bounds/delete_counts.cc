// A destructor that lowers the number of objects: delete lowers it in the loop, while the threads, which nobody waits for, go on.
// bounds: unbounded 33
// bounds: bounded 45
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int next();

static int jobs, others;

class job {
	pthread_t id;

public:
	job()
	{
		jobs++;
		others++;
		pthread_create(&id, NULL, work, NULL);
		pthread_detach(id);
	}
	~job() { jobs--; }
};

static job *last;

void lowered()
{
	while (jobs < 8) {
		job *old = last;

		last = new job;
		delete old;
		if (!next())
			return;
	}
}

void not_lowered()
{
	while (others < 8) {
		job *old = last;

		last = new job;
		delete old;
	}
}
