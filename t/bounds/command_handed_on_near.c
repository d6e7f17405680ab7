// The command goes through another function, and one of those who ask wants something appended.
// bounds: unbounded 48
#include <pthread.h>
#include <stddef.h>

enum { READ, APPEND, FORGET };

struct job {
	struct job *next;
	int size;
};

struct job *make_job(void);
int read_size(void);
void *work(void *arg);

static void append(struct job *job)
{
	struct job *made = make_job();

	made->next = NULL;
	job->next = made;
}

static int handle(int command, struct job *job)
{
	if (command == FORGET) {
		job->size = 0;
		return 0;
	}
	if (command != READ) {
		append(job);
		return 1;
	}
	job->size = read_size();
	return 0;
}

static int ask(struct job *job, int command)
{
	return job->size ? handle(command, job) : 0;
}

void start_all(struct job *jobs)
{
	pthread_t t;

	for (struct job *job = jobs; job; job = job->next) {
		job->size = 1;
		pthread_create(&t, NULL, work, job);
		ask(job, APPEND);
		ask(job, READ);
	}
}
