// One thread looks through a directory, which the C library opens by itself, while another one counts too.  A second directory is never
// closed: what an execution leaves open must not be there in the next one, and one that goes on from the middle of another must not find
// closed what was open there.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void *count(void *arg)
{
	pthread_mutex_lock(&lock);
	counted++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct rlimit few = {.rlim_cur = 64, .rlim_max = 64};
	pthread_t thread;
	int entries = 0;

	setrlimit(RLIMIT_NOFILE, &few);
	pthread_create(&thread, NULL, count, NULL);
	DIR *directory = opendir("/");
	assert(directory);
	errno = 0;
	while (readdir(directory)) {
		count(NULL);
		entries++;
	}
	assert(errno == 0);
	assert(opendir("/etc"));
	closedir(directory);
	pthread_join(thread, NULL);
	assert(counted == entries + 1);
	return 0;
}
