// References are dropped with relaxed order: what the others did with the object need not be over when the last one frees it.
// treadle: expect race
// treadle: says "\bput\b"
// treadle: says "\b(log_it|send_it)\b"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
	atomic_int references;
	int was_logged, was_sent;
};

static void put(struct message *message)
{
	if (atomic_fetch_sub_explicit(&message->references, 1, memory_order_relaxed) == 1)
		free(message);
}

static void *log_it(void *arg)
{
	struct message *message = arg;

	message->was_logged = 1;
	put(message);
	return NULL;
}

static void *send_it(void *arg)
{
	struct message *message = arg;

	message->was_sent = 1;
	put(message);
	return NULL;
}

int main(void)
{
	struct message *message = malloc(sizeof *message);
	pthread_t a, b;

	atomic_init(&message->references, 2);
	pthread_create(&a, NULL, log_it, message);
	pthread_create(&b, NULL, send_it, message);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
