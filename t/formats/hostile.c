/* Prints, and fails with, what formats have their own ideas about. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <treadle/treadle.h>

static int ready;

static void *worker(void *unused)
{
	ready = 1;
	return unused;
}

int main(void)
{
	static const char bytes[] = "\x01\x02\x1b[31m \xff\xfe \xc3\x28 \xed\xa0\x80 \xef\xbf\xbf \xf0\x9f\xa7\xb5 ]]> <a & \"b\"> 'c'\r\n"
				    "::error file=x,line=1::no command of ours %0A %25\n";
	pthread_t thread;

	fwrite(bytes, 1, sizeof bytes - 1, stdout);
	fflush(stdout);
	pthread_create(&thread, NULL, worker, NULL);
	treadle_assert(ready == 0, "100%, \"<ready>\": is & 'stays'\n::error::zero\r]]>\x01");
	pthread_join(thread, NULL);
	return 0;
}
