// Only two loops that do not end by themselves are looked at by default, from the inside.
// bounds: unbounded 15
// bounds: unbounded 16
#include <pthread.h>

int next_client(void);
int next_request(int client);
void *work(void *arg);

void run(void)
{
	int client;
	pthread_t t;
	for (;;)
		while ((client = next_client()) >= 0)
			while (next_request(client) >= 0)
				pthread_create(&t, NULL, work, NULL);
}
