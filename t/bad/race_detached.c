// A detached thread writes its answer into its creator's stack, and the creator looks before it knows that it is there.
// treadle: expect race
// treadle: says "\bmain\b"
// treadle: says "\banswer\b"
#include <pthread.h>
#include <semaphore.h>

struct question {
	sem_t is_answered;
	int text;
};

static void *answer(void *arg)
{
	struct question *question = arg;

	question->text = 42;
	sem_post(&question->is_answered);
	return NULL;
}

int main(void)
{
	struct question question = { .text = 0 };
	pthread_t thread;
	int early;

	sem_init(&question.is_answered, 0, 0);
	pthread_create(&thread, NULL, answer, &question);
	pthread_detach(thread);
	early = question.text;
	sem_wait(&question.is_answered);
	return early == 0 || early == 42 ? 0 : 1;
}
