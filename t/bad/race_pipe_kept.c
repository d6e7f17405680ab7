// What was sent through a pipe belongs to the reader, but the sender still marks it as sent.
// treadle: expect race
// treadle: says "\bpost\b"
// treadle: says "\bdeliver\b"
#include <pthread.h>
#include <unistd.h>

struct parcel {
	int weight, state;
};

static int ends[2];
static struct parcel parcel;

static void *post(void *arg)
{
	struct parcel *sent = &parcel;

	sent->weight = 3;
	if (write(ends[1], &sent, sizeof sent) == sizeof sent)
		sent->state = 1;
	return arg;
}

static void *deliver(void *arg)
{
	struct parcel *got;

	if (read(ends[0], &got, sizeof got) == sizeof got)
		got->state = got->weight;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	if (pipe(ends) != 0)
		return 1;
	pthread_create(&a, NULL, post, NULL);
	pthread_create(&b, NULL, deliver, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
