// It jumps back instead of creating; the loop around it comes to the label again, but only so often.
// bounds: bounded 15
// bounds: bounded 17
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void serve(const int *kinds, int count, int late)
{
	pthread_t t;

	for (int i = 0; i < count; i++) {
		int kind = kinds[i];
again:
		if (late > 5)
			kind = 0;
		switch (kind) {
		case 1:
			pthread_create(&t, NULL, work, NULL);
			break;
		default:
			late += 2;
			if (late > 5 && kind) {
				late = 6;
				goto again;
			}
		}
	}
}
