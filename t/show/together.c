/* Steps that touch several places at once.  What reachability testing has no events for: `last = first` beside a fill of both is
 * first at both places or at neither, so that neither of the two changes can be followed alone.
 *
 *   together fill     a copy, and a fill of both places                              2 classes
 *   together writes   a copy, and a thread that writes first `last`, then `first`    3
 *   together beside   a copy, a fill, and a write of a third place that is filled    4
 *   together reads    a thread that reads all, and two that write a half each        4
 *   together perhaps  a copy that is made only if a flag is set, and two writes      5
 *   together late     a copy that is made only if what is read is even; another copy depends on it by what it writes, and then
 *                     writes what the read may have seen beside                     12; by variants 10, see check/joined.h
 */
#include <pthread.h>
#include <string.h>

static union {
	char byte[16];
	short half[8];
	int word[4];
	long pair[2];
} place;
static int flag;

static void *copy(void *arg)
{
	memmove(&place.word[3], &place.word[0], sizeof place.word[0]);
	return arg;
}

static void *fill(void *arg)
{
	memset(&place, 1, sizeof place);
	return arg;
}

static void *write_both(void *arg)
{
	place.word[3] = 2;
	place.word[0] = 2;
	return arg;
}

static void *write_first(void *arg)
{
	place.word[0] = 3;
	return arg;
}

static void *write_second(void *arg)
{
	place.word[1] = 3;
	return arg;
}

static void *read_pair(void *arg)
{
	return *(volatile long *)&place.pair[0] ? arg : NULL;
}

static void *copy_perhaps(void *arg)
{
	if (flag)
		memmove(&place.word[1], &place.word[0], sizeof place.word[0]);
	return arg;
}

static void *set_flag(void *arg)
{
	flag = 1;
	return arg;
}

static void *make_odd(void *arg)
{
	place.byte[4] = 1;
	return arg;
}

static void *copy_if_even(void *arg)
{
	if (!(place.word[1] & 1))
		memmove(&place.byte[1], &place.byte[4], sizeof place.byte[4]);
	return arg;
}

static void *copy_then_write(void *arg)
{
	memmove(&place.word[0], &place.word[1], sizeof place.word[0]);
	place.half[3] = 2;
	return arg;
}

static const struct {
	const char *name;
	int count;
	void *(*functions[4])(void *);
} cases[] = {
	{ "fill", 2, { copy, fill } },
	{ "writes", 2, { copy, write_both } },
	{ "beside", 3, { copy, fill, write_second } },
	{ "reads", 3, { read_pair, write_first, write_second } },
	{ "perhaps", 4, { write_first, write_second, copy_perhaps, set_flag } },
	{ "late", 3, { make_odd, copy_if_even, copy_then_write } },
};

int main(int argc, char **argv)
{
	pthread_t threads[4];
	int chosen = 0;

	while (argc > 1 && strcmp(argv[1], cases[chosen].name))
		chosen++;
	for (int i = 0; i < cases[chosen].count; i++)
		pthread_create(&threads[i], NULL, cases[chosen].functions[i], NULL);
	for (int i = 0; i < cases[chosen].count; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
