// A handler calls the function again: what is created comes behind the try, and only in the last call.
// bounds: bounded 9
#include <pthread.h>

void connect(int server);
void *serve(void *arg);

int
start(int server)
{
	pthread_t t;

	try {
		connect(server);
	} catch (int error) {
		if (error)
			return start(server + 1);
		throw;
	}
	return pthread_create(&t, NULL, serve, NULL);
}
