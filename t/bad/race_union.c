// One thread writes a byte of a union, the other reads the word it is part of.
// treadle: expect race
// treadle: says "\bcolour\b"
// treadle: says "\bfade\b"
// treadle: says "\bcompare\b"
#include <pthread.h>
#include <stdint.h>

static union {
	uint32_t word;
	uint8_t bytes[4];
} colour = { 0x00ff00ff };

static void *fade(void *arg)
{
	colour.bytes[3] = 0x80;
	return arg;
}

static void *compare(void *arg)
{
	return (colour.word & 0xff) == 0xff ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, fade, NULL);
	pthread_create(&b, NULL, compare, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
