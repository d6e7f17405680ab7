// A look that nobody uses the result of is still one: the pointer may be NULL by then.
// treadle: expect crash
// treadle: says "NULL pointer used"
// treadle: says "@look"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct settings {
	int depth, width;
};

static struct settings first = { 3, 4 };
static _Atomic(struct settings *) current = &first;

static void warm_up(void)
{
	if (current) {
		int depth = current->depth; /* @look */
		(void)depth;
	}
}

static void *work(void *unused)
{
	warm_up();
	return unused;
}

static void *retire(void *unused)
{
	current = NULL;
	return unused;
}

int main(void)
{
	pthread_t worker, retirer;

	pthread_create(&worker, NULL, work, NULL);
	pthread_create(&retirer, NULL, retire, NULL);
	pthread_join(worker, NULL);
	pthread_join(retirer, NULL);
	return 0;
}
