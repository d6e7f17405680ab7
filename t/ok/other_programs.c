/* Starts other programs, which look at the clock. */
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *start(void *unused)
{
	char *arguments[] = { "sh", "-c", "date >/dev/null", NULL };
	pid_t process;
	int status;

	assert(posix_spawnp(&process, "sh", NULL, NULL, arguments, environ) == 0);
	assert(waitpid(process, &status, 0) == process && status == 0);

	process = vfork();
	if (process == 0) {
		execlp("sh", "sh", "-c", "date >/dev/null", NULL);
		_exit(1);
	}
	assert(waitpid(process, &status, 0) == process && status == 0);
	return unused;
}

int main(void)
{
	char line[80];
	pthread_t thread;

	assert(pthread_create(&thread, NULL, start, NULL) == 0);
	assert(system("date >/dev/null") == 0);
	pthread_join(thread, NULL);

	FILE *stream = popen("date", "r");

	assert(stream && fgets(line, sizeof line, stream));
	assert(pclose(stream) == 0);
	return 0;
}
