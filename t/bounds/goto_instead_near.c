// Jumps back that come after a creation as well: by a case without a break, by another jump, behind the switch, or by the loop around,
// which has no limit itself.
// bounds: unbounded 18
// bounds: unbounded 34
// bounds: unbounded 50
// bounds: unbounded 66
// bounds: bounded 67
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void falls_through(int kind, volatile int *late)
{
	pthread_t t;
again:
	switch (kind) {
	case 1:
		pthread_create(&t, NULL, work, NULL);
		/* falls through */
	default:
		if (*late)
			goto again;
	}
}

int next(void);

void other_jump(int kind, volatile int *late)
{
	pthread_t t;
again:
	switch (kind) {
	case 1:
		pthread_create(&t, NULL, work, NULL);
		if (*late)
			goto again;
		break;
	default:
		kind = next();
		goto again;
	}
}

void behind(int kind, volatile int *late)
{
	pthread_t t;
again:
	switch (kind) {
	case 1:
		pthread_create(&t, NULL, work, NULL);
		break;
	default:
		kind = next();
	}
	if (*late)
		goto again;
}

void around(int kind)
{
	pthread_t t;

	for (;;) {
again:
		switch (kind = next()) {
		case 1:
			pthread_create(&t, NULL, work, NULL);
			break;
		default:
			goto again;
		}
	}
}
