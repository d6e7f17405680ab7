/* Two threads count in a shared object that hides its hooks: only if they are events all the same can one be lost. */
#include <assert.h>
#include <pthread.h>

int plug(const char *name);
int plug_count(void);

static void *work(void *arg)
{
	plug("name");
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	plug("other");
	pthread_join(thread, NULL);
	assert(plug_count() == 2);
	return 0;
}
