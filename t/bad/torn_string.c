// A path is built with strcpy and strcat in the buffer that another thread reads.
// treadle: expect assert
// treadle: says "\bpath\b"
// cause: atomicity
// says: ^main read path at .* between change_path's write at .* and its write at
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char path[64] = "/etc/hosts";

static void *change_path(void *arg)
{
	strcpy(path, "/var/");
	strcat(path, "log");
	return arg;
}

int main(void)
{
	pthread_t thread;
	char copy[64];

	pthread_create(&thread, NULL, change_path, NULL);
	strncpy(copy, path, sizeof copy);
	assert(strcmp(copy, "/etc/hosts") == 0 || strcmp(copy, "/var/log") == 0);
	pthread_join(thread, NULL);
	return 0;
}
