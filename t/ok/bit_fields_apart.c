// Bit fields with an empty one of width zero between them are separate places: each thread has its own.
#include <assert.h>
#include <pthread.h>

static struct {
	unsigned char is_open : 1, is_dirty : 1;
	unsigned char : 0;
	unsigned char is_locked : 1;
} file;

static void *write_file(void *arg)
{
	file.is_open = 1;
	file.is_dirty = 1;
	file.is_open = 0;
	return arg;
}

static void *lock_file(void *arg)
{
	file.is_locked = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_file, NULL);
	pthread_create(&b, NULL, lock_file, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(!file.is_open && file.is_dirty && file.is_locked);
	return 0;
}
