// The condition of the conditional operator is one like any other.
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
	int n = 0;
	for (;;) {
		int client = next_client();
		n < most ? (void)pthread_create(&t, NULL, serve, NULL) : refuse(client);
		n++;
	}
}
