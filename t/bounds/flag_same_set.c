// The flag that is set is the one that was asked about, by another name or a copy of the index.
// bounds: bounded 20
// bounds: bounded 36
#include <pthread.h>
#include <unistd.h>

struct slot {
	int is_taken;
};

static void *work(void *arg)
{
	return arg;
}

void pointer(struct slot *slots)
{
	pthread_t thread;

	for (;;) {
		if (!slots[2].is_taken) {
			struct slot *slot = &slots[2];

			pthread_create(&thread, NULL, work, NULL);
			slot->is_taken = 1;
		}
		sleep(1);
	}
}

void number(void)
{
	int is_taken[8] = { 0 };
	pthread_t thread;

	for (;;) {
		int found = -1;

		for (int i = 0; i < 8; i++)
			if (!is_taken[i])
				found = i;
		if (found < 0)
			return;
		pthread_create(&thread, NULL, work, NULL);
		is_taken[found] = 1;
	}
}
