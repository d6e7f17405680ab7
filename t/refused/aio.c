// says: aio_read: the C library does it in threads of its own, which are not controlled
#include <aio.h>
#include <fcntl.h>
#include <stddef.h>

int main(void)
{
	char byte;
	struct aiocb request = {.aio_fildes = open("/dev/zero", O_RDONLY), .aio_buf = &byte, .aio_nbytes = 1};
	const struct aiocb *requests[] = {&request};

	aio_read(&request);
	aio_suspend(requests, 1, NULL);
	return 0;
}
