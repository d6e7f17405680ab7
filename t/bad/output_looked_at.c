// Before it writes a sparse file, the program asks what its standard output is: the answer is the same when an execution is made again.  What goes
// wrong is that two threads count what they have written without a lock.
// treadle: expect assert
// treadle: says "written == 2"
// treadle: options --races off
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int written, holes;

static void skip(void)
{
	pthread_mutex_lock(&lock);
	holes++;
	pthread_mutex_unlock(&lock);
}

static void look_at_output(void)
{
	struct stat status;
	int flags = fcntl(1, F_GETFL);

	assert(!fstat(1, &status));
	if (S_ISREG(status.st_mode))
		skip();
	if (flags & O_APPEND)
		skip();
	if (write(1, "text\n", 5) == 5 && lseek(1, 0, SEEK_CUR) > 0)
		skip();
	if (isatty(2))
		skip();
}

static void *put(void *arg)
{
	int before = written;

	look_at_output();
	written = before + 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, put, NULL);
	pthread_create(&b, NULL, put, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(written == 2);
	return 0;
}
