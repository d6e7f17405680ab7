// A thread returns the address of its own variable, and the variable ends with the thread.
// treadle: expect use-after-return
// treadle: says "use after return: main uses sum after add_up, whose variable it is, has ended, at main \(@use\)"
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

static int numbers[] = { 1, 2, 3 };

static void *address_of(int *variable)
{
	return variable;
}

static void *add_up(void *unused)
{
	int sum = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sum += numbers[i];
	return address_of(&sum);
}

int main(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, add_up, NULL);
	pthread_join(thread, &result);
	*(int *)result += 1; /* @use */
	return 0;
}
