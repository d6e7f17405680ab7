// What is written to a device need not be undone, so nobody has to be warned.
// treadle: quiet yes
#include <pthread.h>
#include <stdio.h>

static void *write_one(void *file)
{
	fputs("gone\n", file);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	FILE *file = fopen("/dev/null", "w");

	if (!file)
		return 1;
	pthread_create(&thread, NULL, write_one, file);
	write_one(file);
	pthread_join(thread, NULL);
	return fclose(file);
}
