// What localtime returns is one place for all threads.
// treadle: expect race
// treadle: says "\byear_of\b"
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *year_of(void *at)
{
	return (void *)(long)gmtime(at)->tm_year;
}

int main(void)
{
	pthread_t threads[2];
	time_t at[2] = {0, 1000000000};
	void *years[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, year_of, &at[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], &years[i]);
	return 0;
}
