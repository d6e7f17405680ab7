// A once control that is given its first value again, or is another one at the same place of the stack, is new.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int calls;

static void initialise(void)
{
	calls++;
}

static void *begin(void *arg)
{
	pthread_once(&control, initialise);
	return arg;
}

static void begin_beside_another(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, begin, NULL);
	begin(NULL);
	pthread_join(thread, NULL);
}

int main(void)
{
	begin_beside_another();
	assert(calls == 1);
	control = (pthread_once_t)PTHREAD_ONCE_INIT;
	begin_beside_another();
	assert(calls == 2);
	memset(&control, 0, sizeof control);
	begin_beside_another();
	assert(calls == 3);
	call_once(&flag, initialise);
	flag = (once_flag)ONCE_FLAG_INIT;
	call_once(&flag, initialise);
	assert(calls == 5);
	for (int i = 0; i < 2; i++) {
		pthread_once_t local = PTHREAD_ONCE_INIT;

		pthread_once(&local, initialise);
	}
	assert(calls == 7);
	return 0;
}
