// The function does not keep to the command that it is told: every other time it appends.
// bounds: unbounded 43
#include <pthread.h>
#include <stddef.h>

enum command { READ, APPEND, FORGET };

struct job {
	struct job *next;
	int size;
};

struct job *make_job(void);
int read_size(void);
void *work(void *arg);

static void handle(enum command command, struct job *job)
{
	struct job *made;

	if (job->size > 0)
		command = APPEND;
	switch (command) {
	case READ:
		job->size = read_size();
		break;
	case APPEND:
		made = make_job();
		made->next = NULL;
		made->size = 1;
		job->next = made;
		break;
	case FORGET:
		job->size = 0;
		break;
	}
}

void start_all(struct job *jobs)
{
	pthread_t t;

	for (struct job *job = jobs; job; job = job->next) {
		job->size++;
		pthread_create(&t, NULL, work, job);
		handle(FORGET, job);
	}
}
