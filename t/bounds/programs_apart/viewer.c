#include <unistd.h>

struct wire {
	int fd;
	int (*on_connect)(struct wire *wire, int fd);
};

void wire_check(struct wire *wire);

static int show(struct wire *wire, int fd)
{
	return wire->fd == fd ? 0 : close(fd);
}

int main(void)
{
	struct wire wire = { 4, show };

	for (;;)
		wire_check(&wire);
}
