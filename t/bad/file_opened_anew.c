// A thread begins a log anew with freopen, while another one reads what the old one says; nothing says which comes first.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *old_log;

static void *begin_anew(void *arg)
{
	FILE *new_log = freopen("log", "w", old_log);

	assert(new_log == old_log);
	return arg;
}

static void *read_it(void *arg)
{
	char line[8];
	FILE *in = fopen("log", "r");

	assert(fgets(line, sizeof line, in) != NULL);
	fclose(in);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	old_log = fopen("log", "w");
	fputs("ready\n", old_log);
	fflush(old_log);
	pthread_create(&threads[0], NULL, begin_anew, NULL);
	pthread_create(&threads[1], NULL, read_it, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	fclose(old_log);
	return 0;
}
