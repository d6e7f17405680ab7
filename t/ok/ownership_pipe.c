// A pointer goes through a pipe, and what it points to belongs to the reader from then on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
	int input, output;
};

static int ends[2];

static void *work(void *arg)
{
	struct job *job;

	while (read(ends[0], &job, sizeof job) == sizeof job && job) {
		job->output = 2 * job->input;
		assert(job->output == 2 || job->output == 4);
		free(job);
	}
	return arg;
}

static void hand_over(struct job *job)
{
	assert(write(ends[1], &job, sizeof job) == sizeof job);
}

int main(void)
{
	pthread_t thread;

	assert(pipe(ends) == 0);
	pthread_create(&thread, NULL, work, NULL);
	for (int i = 1; i <= 2; i++) {
		struct job *job = malloc(sizeof *job);

		job->input = i;
		hand_over(job);
	}
	hand_over(NULL);
	pthread_join(thread, NULL);
	return 0;
}
