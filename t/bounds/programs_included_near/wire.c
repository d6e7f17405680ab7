#include <sys/socket.h>

struct wire {
	int fd;
	int (*on_connect)(struct wire *wire, int fd);
};

void wire_check(struct wire *wire);

void wire_check(struct wire *wire)
{
	int fd = accept(wire->fd, 0, 0);

	if (fd >= 0 && wire->on_connect)
		wire->on_connect(wire, fd);
}
