// The same, but the way out is taken only now and then.
// bounds: unbounded 12
#include <pthread.h>

int next_client(void);
int is_free(int client);
void *serve(void *arg);

void run(void)
{
	pthread_t t;
	for (;;) {
		int client = next_client();
		if (client < 0)
			continue;
		if (is_free(client)) {
			pthread_create(&t, NULL, serve, NULL);
			goto done;
		}
		continue;
done:
		if (client == 0)
			break;
	}
}
