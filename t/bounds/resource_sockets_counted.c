// So many and no more.
// bounds: options --resources sockets
// bounds: bounded 11 says "sockets"
#include <stddef.h>
#include <sys/socket.h>

void watch(int fd);

void run(int listener, int most)
{
	for (int n = 0; n < most; n++)
		watch(accept(listener, NULL, NULL));
}
