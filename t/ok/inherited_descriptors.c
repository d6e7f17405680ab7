// Descriptors that were open before main: the program sets their flags, reads on in a file, closes one, gives two numbers to other files, and ends
// with a stream closed.  Each execution finds them as the first one did.
// treadle: quiet yes
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int program = -1, seen;

__attribute__((constructor)) static void open_program(void)
{
	program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
}

static void *look(void *unused)
{
	pthread_mutex_lock(&lock);
	seen++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static int is_file(int fd)
{
	struct stat status;

	return !fstat(fd, &status) && S_ISREG(status.st_mode);
}

static void set_flags(void)
{
	int copy = dup(0), yes = 1;

	assert(!(fcntl(0, F_GETFL) & (O_NONBLOCK | O_ASYNC)) && !(fcntl(0, F_GETFD) & FD_CLOEXEC));
	assert(!fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK));
	assert(!fcntl(0, F_SETFD, FD_CLOEXEC));
	assert(!ioctl(2, FIONBIO, &yes));
	assert(fcntl(0, F_GETFL) & O_NONBLOCK);
	close(copy);
}

static void read_on(void)
{
	char start[4] = "";

	assert(read(program, start, sizeof start) == sizeof start);
	assert(start[0] == 0x7f && start[1] == 'E');
	close(program);
	assert(fcntl(program, F_GETFD) == -1);
}

int main(void)
{
	pthread_t thread;
	int other;

	pthread_create(&thread, NULL, look, NULL);
	set_flags();
	read_on();
	other = open("/proc/self/exe", O_RDONLY);
	assert(other == program && !is_file(0) && is_file(other));
	assert(dup2(other, 0) == 0 && is_file(0));
	look(NULL);
	pthread_join(thread, NULL);
	if (seen == 2)
		fclose(stdout);
	return 0;
}
