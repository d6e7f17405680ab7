// A stream is used by all before somebody locks it: what is learned then holds for calls that came before, in forked children, too.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *tell(void *arg)
{
	fputs(".", stdout); /* what is printed is the same in every order */
	flockfile(stdout);
	lines++;
	putc_unlocked('.', stdout);
	funlockfile(stdout);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	puts("begin");
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, tell, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return lines == 2 ? 0 : 1;
}
