/* One data race on a struct that both threads copy as a whole, one on a struct that one thread copies and the other fills: each is one
 * pair of lines, however many words there are. */
#include <pthread.h>

struct table {
	long words[48];
};

struct record {
	long first, second, third, fourth, fifth, sixth;
};

static struct table table, other, copy;
static struct record record, kept;

static void *write_all(void *arg)
{
	table = other;
	record.first = record.second = record.third = record.fourth = record.fifth = record.sixth = 1;
	return arg;
}

static void *read_all(void *arg)
{
	copy = table;
	kept = record;
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, write_all, NULL);
	pthread_create(&threads[1], NULL, read_all, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
