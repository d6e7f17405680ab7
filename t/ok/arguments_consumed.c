// What the kernel has put on the initial stack is the program's to change: main takes its name apart, as programs that set a title do, drops the
// first pointer of the environment, and two threads write to the text that it led to.  The next execution finds all of it as it was.
// treadle: quiet yes
#include <assert.h>
#include <pthread.h>

extern char **environ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

static void *overwrite(void *letter)
{
	pthread_mutex_lock(&lock);
	if (text)
		*text = *(char *)letter;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void take_apart(char **arguments)
{
	assert(arguments[0] && arguments[0][0] != '#');
	arguments[0][0] = '#';
	arguments[0] = NULL;
	text = *environ;
	if (text) {
		assert(*text != '#' && *text != '+');
		*environ = NULL;
	}
}

int main(int count, char **arguments)
{
	pthread_t a, b;

	assert(count > 0);
	take_apart(arguments);
	pthread_create(&a, NULL, overwrite, "#");
	pthread_create(&b, NULL, overwrite, "+");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(!text || *text == '#' || *text == '+');
	return 0;
}
