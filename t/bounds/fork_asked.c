// Processes, if one asks for them.
// bounds: options --also fork
// bounds: unbounded 12
#include <unistd.h>

int next_client(void);
void serve(int client);

void run(void)
{
	int client;
	while ((client = next_client()) >= 0)
		if (fork() == 0) {
			serve(client);
			_exit(0);
		}
}
