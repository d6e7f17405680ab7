// Random numbers of the system are the same in every execution, or a schedule would not be one.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int odd;

static uint32_t draw(void)
{
#if __GLIBC_PREREQ(2, 36)
	uint32_t value;

	arc4random_buf(&value, sizeof value);
	assert(arc4random_uniform(10) < 10);
	return value ^ arc4random();
#else
	uint32_t value = 0;

	assert(getrandom(&value, sizeof value, 0) == sizeof value);
	return value;
#endif
}

static uint64_t draw_from_device(void)
{
	uint64_t value, other, third, fourth;
	int fd = open("/dev/urandom", O_RDONLY);
	FILE *stream = fopen("/dev/urandom", "r");
	struct iovec part = {&third, sizeof third};

	assert(fd >= 0 && read(fd, &value, sizeof value) == sizeof value);
	assert(readv(fd, &part, 1) == sizeof third);
	assert(stream && fileno(stream) >= 0 && fread(&other, sizeof other, 1, stream) == 1);
	assert(syscall(SYS_getrandom, &fourth, sizeof fourth, 0) == sizeof fourth && fourth != value);
	assert(value != other && other != third && value != third);
	assert(!fclose(stream) && !close(fd));
	return value ^ other ^ third ^ fourth;
}

/* Names that nobody else has. */
static uint64_t names[2];

/* What is drawn says how many events there are. */
static void *work(void *arg)
{
	uint64_t *name = arg;

	*name = draw_from_device();
	for (uint32_t turns = 1 + (draw() ^ (uint32_t)*name) % 2; turns; turns--) {
		pthread_mutex_lock(&mutex);
		odd ^= 1;
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &names[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(odd == 0 || odd == 1);
	assert(names[0] != names[1]);
	return 0;
}
