// Header and body of a message are copied by two calls.
// treadle: expect assert
// treadle: says "\bslot\b"
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct message {
	char kind[16];
	char text[32];
};

static struct message slot = { "greeting", "hello" };
static const struct message farewell = { "farewell", "good bye" };

static void *send(void *arg)
{
	memcpy(slot.kind, farewell.kind, sizeof slot.kind);
	memcpy(slot.text, farewell.text, sizeof slot.text);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct message seen;

	pthread_create(&thread, NULL, send, NULL);
	memcpy(&seen, &slot, sizeof seen);
	if (strcmp(seen.kind, "farewell") == 0)
		assert(strcmp(seen.text, "good bye") == 0);
	pthread_join(thread, NULL);
	return 0;
}
