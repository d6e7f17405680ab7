/* The first execution makes something that the others find: a directory, or with an argument a file. */
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void *add(void *arg)
{
	char word[2] = "-"; /* on a stack where the execution before has left one */

	pthread_mutex_lock(&lock);
	first += word[0] == *(char *)arg;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int make(int a_file)
{
	int fd;

	if (!a_file)
		return mkdir("made.directory", 0777);
	fd = open("made.file", O_WRONLY | O_CREAT | O_EXCL, 0666);
	return fd < 0 ? -1 : close(fd);
}

int main(int argc, char **argv)
{
	char word[2] = "-";
	pthread_t thread;

	(void)argv;
	pthread_create(&thread, NULL, add, word);
	if (!make(argc > 1))
		add(word);
	pthread_join(thread, NULL);
	return 0;
}
