// A half is sorted by a thread of its own if one is available.  Whether one is, and that it is taken, are two steps.
// cause: atomicity
// lines: @available @taken
// says: ; (\w+)(#2)? let go of lock in between$
// completions: 10
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct part {
	int *numbers, count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int available = 1;

static void *sort(void *arg);

static bool is_one_available(void)
{
	bool is;

	pthread_mutex_lock(&lock);
	is = available > 0; /* @available */
	pthread_mutex_unlock(&lock);
	return is;
}

static void take_one(void)
{
	pthread_mutex_lock(&lock);
	available--; /* @taken */
	assert(available >= 0);
	pthread_mutex_unlock(&lock);
}

static void sort_halves(struct part *left, struct part *right)
{
	pthread_t other;

	if (!is_one_available()) {
		sort(left);
		sort(right);
		return;
	}
	take_one();
	pthread_create(&other, NULL, sort, left);
	sort(right);
	pthread_join(other, NULL);
}

static void merge(const struct part *left, const struct part *right, int *to)
{
	int i = 0, k = 0;

	while (i < left->count || k < right->count) {
		bool is_left = k == right->count || (i < left->count && left->numbers[i] < right->numbers[k]);

		*to++ = is_left ? left->numbers[i++] : right->numbers[k++];
	}
}

static void *sort(void *arg)
{
	struct part *part = arg, left = { part->numbers, part->count / 2 };
	struct part right = { part->numbers + left.count, part->count - left.count };
	int merged[4];

	if (part->count < 2)
		return arg;
	sort_halves(&left, &right);
	merge(&left, &right, merged);
	memcpy(part->numbers, merged, (size_t)part->count * sizeof *merged);
	return arg;
}

int main(void)
{
	int numbers[] = { 4, 1, 3, 2 };
	struct part left = { numbers, 2 }, right = { numbers + 2, 2 };
	pthread_t a, b;

	pthread_create(&a, NULL, sort, &left);
	pthread_create(&b, NULL, sort, &right);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
