// Each message gets the time in one buffer for all threads, which strftime writes: localtime_r alone does not make it safe.
// treadle: expect race
// treadle: says "data race on stamp\[0\]"
// treadle: never "data race on (?!stamp)"
#include <pthread.h>
#include <time.h>

static char stamp[32];

static void *report(void *unused)
{
	time_t now = 86400;
	struct tm parts;

	(void)unused;
	gmtime_r(&now, &parts);
	strftime(stamp, sizeof stamp, "%Y-%m-%d", &parts);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, report, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return stamp[0] != '1';
}
