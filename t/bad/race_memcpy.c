// A block is copied while one byte in its middle is written.
// treadle: expect race
// treadle: says "\bpacket\b"
// treadle: says "\bsend_packet\b"
// treadle: says "\bset_priority\b"
#include <pthread.h>
#include <string.h>

static char packet[40], wire[40];

static void *send_packet(void *arg)
{
	memcpy(wire, packet, sizeof packet);
	return arg;
}

static void *set_priority(void *arg)
{
	packet[17] = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, send_packet, NULL);
	pthread_create(&b, NULL, set_priority, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
