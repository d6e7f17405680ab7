// The length of a string is taken while a letter of it is changed; it stays as long as it was.
// treadle: expect race
// treadle: says "\btitle\b"
// treadle: says "\bcapitalise\b"
// treadle: says "\bmeasure_title\b"
#include <pthread.h>
#include <string.h>

static char title[16] = "night and day";

static void *capitalise(void *arg)
{
	title[6] = 'A';
	return arg;
}

static void *measure_title(void *arg)
{
	return strlen(title) == 13 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, capitalise, NULL);
	pthread_create(&b, NULL, measure_title, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
