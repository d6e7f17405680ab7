// The creation stands in the else branch.
// bounds: bounded 17
#include <pthread.h>

void refuse(int client);
int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0, client;
	while ((client = next_client()) >= 0) {
		if (n > most) {
			refuse(client);
		} else {
			n++;
			pthread_create(&t, NULL, serve, NULL);
		}
	}
}
