// The counter only grows here; that the threads take it down stands in another file.
// bounds: alive main.c:12
#include <pthread.h>

int next_client(void);
void *serve(void *arg);
int live;

void run(int most)
{
	pthread_t t;
	while (next_client() >= 0) {
		if (live >= most)
			continue;
		__atomic_add_fetch(&live, 1, __ATOMIC_SEQ_CST);
		pthread_create(&t, NULL, serve, NULL);
	}
}
