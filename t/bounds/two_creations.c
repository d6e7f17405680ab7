// A loop with two creations of which one is bounded is unbounded, and is named once.
// bounds: unbounded 12
#include <pthread.h>

int next_client(void);
void *serve(void *arg), *log_for(void *arg);

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (next_client() >= 0) {
		if (n < most) {
			n++;
			pthread_create(&t, NULL, log_for, NULL);
		}
		pthread_create(&t, NULL, serve, NULL);
	}
}
