// says: thread 0 waits for descriptor 3, whose other end is outside of the program
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>

static struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = 0x1234 };

int main(void)
{
	int server = socket(AF_INET, SOCK_STREAM, 0);

	bind(server, (struct sockaddr *)&address, sizeof address);
	listen(server, 1);
	accept(server, NULL, NULL);
	return 0;
}
