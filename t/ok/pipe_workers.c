// Two workers take from one pipe and answer through another; who gets which byte does not matter.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int questions[2], answers[2];

static void *answer(void *arg)
{
	char byte;

	if (read(questions[0], &byte, 1) == 1) {
		byte++;
		assert(write(answers[1], &byte, 1) == 1);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	char first, second;

	assert(pipe(questions) == 0 && pipe(answers) == 0);
	pthread_create(&a, NULL, answer, NULL);
	pthread_create(&b, NULL, answer, NULL);
	assert(write(questions[1], "a", 1) == 1 && write(questions[1], "p", 1) == 1);
	assert(read(answers[0], &first, 1) == 1 && read(answers[0], &second, 1) == 1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(first + second == 'b' + 'q');
	return 0;
}
