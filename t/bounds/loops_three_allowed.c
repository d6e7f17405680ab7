// The third as well, if one asks for it.
// bounds: options --loops 3
// bounds: unbounded 15
// bounds: unbounded 16
// bounds: unbounded 17
#include <pthread.h>

int next_client(void);
int next_request(int client);
void *work(void *arg);

void run(void)
{
	int client; pthread_t t;
	for (;;)
		while ((client = next_client()) >= 0)
			while (next_request(client) >= 0)
				pthread_create(&t, NULL, work, NULL);
}
