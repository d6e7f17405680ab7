// Only threads are looked for by default.
#include <stddef.h>
#include <sys/socket.h>

void watch(int fd);

void run(int listener)
{
	for (;;)
		watch(accept(listener, NULL, NULL));
}
