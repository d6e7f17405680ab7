// A handler calls the function again, and what was thrown may have been thrown after the creation.
// bounds: unbounded 9
#include <pthread.h>

void connect(int server);
void *serve(void *arg);

int
start(int server)
{
	pthread_t t;

	try {
		pthread_create(&t, NULL, serve, NULL);
		connect(server);
	} catch (int error) {
		return start(server + 1);
	}
	return 0;
}
