// Three stages joined by pipes; the end of the input travels through as end of file.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int raw[2], doubled[2];

static void *source(void *arg)
{
	for (char i = 1; i <= 3; i++)
		assert(write(raw[1], &i, 1) == 1);
	close(raw[1]);
	return arg;
}

static void *doubler(void *arg)
{
	char byte;

	while (read(raw[0], &byte, 1) == 1) {
		byte *= 2;
		assert(write(doubled[1], &byte, 1) == 1);
	}
	close(raw[0]);
	close(doubled[1]);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	char byte;
	int sum = 0;

	assert(pipe(raw) == 0 && pipe(doubled) == 0);
	pthread_create(&a, NULL, source, NULL);
	pthread_create(&b, NULL, doubler, NULL);
	while (read(doubled[0], &byte, 1) == 1)
		sum += byte;
	close(doubled[0]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(sum == 12);
	return 0;
}
