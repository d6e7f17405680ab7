// The function that makes the workers fills in the variable only sometimes.
// bounds: bounded 33
// bounds: unbounded 50
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_t workers[4];
	int jobs;
};

void *work(void *queue);
int next_job(void);
int is_wanted(void);
void add_job(struct queue *queue, int job);
void do_job(int job);
static struct queue *queue;

static struct queue *allocate(void)
{
	struct queue *made = malloc(sizeof *made);

	if (!made)
		abort();
	return made;
}

static void make_queue(struct queue **to, int workers)
{
	struct queue *made = allocate();

	made->jobs = 0;
	for (int i = 0; i < workers; i++)
		pthread_create(&made->workers[i], NULL, work, made);
	if (is_wanted())
		*to = made;
}

static void do_now(int job)
{
	do_job(job);
	if (job > 7 && !queue)
		make_queue(&queue, 4);
}

void run(void)
{
	int job;

	while ((job = next_job())) {
		if (queue) {
			add_job(queue, job);
			continue;
		}
		do_now(job);
	}
}
