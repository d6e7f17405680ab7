// Closed in the same iteration: one at a time.
// bounds: options --resources sockets
// bounds: alive 12 says "sockets"
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

void serve(int fd);

void run(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		if (fd < 0)
			continue;
		serve(fd);
		close(fd);
	}
}
