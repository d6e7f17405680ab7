/* In one order in many a thread waits for a variable that nobody else has been seen to touch until then: its looks are no events. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, has_asked, answer;

static void *ask(void *unused)
{
	if (count == 14) {
		has_asked = 1;
		while (!answer) {
		}
	}
	return unused;
}

static void *count_up(void *unused)
{
	for (int i = 0; i < 15; i++)
		count++;
	if (has_asked)
		answer = 1;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, ask, NULL);
	pthread_create(&threads[1], NULL, count_up, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
