/* Copies one half of which races.  The other half something orders, so that it is no event in a search, which may have a switch
 * between the two; where all accesses are events, as when a race is made again, a copy is one step.
 *
 *	halfway WHAT	memcpy: to memory that another thread reads; struct: of one that another thread writes
 */
#include <pthread.h>
#include <string.h>

struct record {
	long words[4];
};

static struct record source = { { 1, 2, 3, 4 } }, target, kept;

static void *read_target(void *arg)
{
	return (void *)(target.words[0] + source.words[0] > 1 ? arg : NULL);
}

static void *fill_target(void *arg)
{
	memcpy(&target, &source, sizeof target);
	return arg;
}

static void *write_source(void *arg)
{
	source.words[0] = 5;
	return arg;
}

static void *keep_source(void *arg)
{
	kept = source;
	return arg;
}

int main(int argc, char **argv)
{
	int is_memcpy = argc > 1 && strcmp(argv[1], "memcpy") == 0;
	pthread_t threads[2];

	kept.words[0] = 0;
	pthread_create(&threads[0], NULL, is_memcpy ? read_target : write_source, NULL);
	pthread_create(&threads[1], NULL, is_memcpy ? fill_target : keep_source, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return kept.words[0] < 0;
}
