// The counter starts again now and then.
// bounds: unbounded 18
#include <pthread.h>
#include <time.h>

void wait_for_request(void);

static void *work(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	time_t last = time(NULL);
	for (;;) {
		wait_for_request();
		if (time(NULL) != last) {
			last = time(NULL);
			n = 0;
		}
		if (n < most) {
			pthread_create(&t, NULL, work, NULL);
			n++;
		}
	}
}
