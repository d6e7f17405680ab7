// The whole record is copied at once, yet it is written field by field.
// treadle: expect assert
// treadle: says "\brecord\b"
#include <assert.h>
#include <pthread.h>

struct record {
	long key, value, check;
};

static struct record record = { 1, 2, 3 };

static void *update(void *arg)
{
	record.key = 10;
	record.value = 20;
	record.check = 30;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, update, NULL);
	struct record copy = record;
	pthread_join(thread, NULL);
	assert(copy.key + copy.value == copy.check);
	return 0;
}
