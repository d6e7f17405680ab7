// A union is read and written as different members, always under the lock.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
	uint32_t word;
	uint8_t bytes[4];
	uint16_t halves[2];
} address;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set_last_byte(void *arg)
{
	pthread_mutex_lock(&lock);
	address.bytes[3] = 9;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *clear_first_half(void *arg)
{
	pthread_mutex_lock(&lock);
	address.halves[0] = 0;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	address.word = 0x01020304;
	pthread_create(&a, NULL, set_last_byte, NULL);
	pthread_create(&b, NULL, clear_first_half, NULL);
	pthread_mutex_lock(&lock);
	uint32_t seen = address.word;
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert((seen & 0x00ff0000) == 0x00020000 && address.word == 0x09020000);
	return 0;
}
