// Functions of the program by names that the C library has too: the program's are meant, as without Treadle.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sent;

void send(int count);
int read(void);
int alarm(const char *text);

void send(int count)
{
	pthread_mutex_lock(&mutex);
	sent += count;
	pthread_mutex_unlock(&mutex);
}

int read(void)
{
	return sent;
}

int alarm(const char *text)
{
	return text[0];
}

static void *work(void *arg)
{
	(void)arg;
	send(1);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	send(2);
	pthread_join(thread, NULL);
	assert(read() == 3);
	assert(alarm("fire") == 'f');
	return 0;
}
