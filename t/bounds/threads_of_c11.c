// The threads of C11.
// bounds: unbounded 11
#include <threads.h>

int next_client(void);
int serve(void *arg);

void run(void)
{
	thrd_t t;
	while (next_client() >= 0) {
		if (thrd_create(&t, serve, NULL) == thrd_success)
			thrd_detach(t);
	}
}
