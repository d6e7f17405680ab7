// A loop along the arguments of a call: as many as the caller wrote.
// bounds: bounded 18
// bounds: bounded 28
#include <pthread.h>
#include <stdarg.h>

static void *serve(void *arg)
{
	return arg;
}

static void start_all(char *name, va_list names)
{
	pthread_t t;

	/* NULL is the last, as
	 * with execl */
	for (; name != NULL; name = va_arg(names, char *))
		pthread_create(&t, NULL, serve, name);
}

static void start_others(int count, ...)
{
	va_list names;
	pthread_t t;
	char *name;
	va_start(names, count);
	while ((name = va_arg(names, char *)))
		pthread_create(&t, NULL, serve, name);
	va_end(names);
}

static void start_named(char *name, ...)
{
	va_list names;

	va_start(names, name);
	start_all(name, names);
	va_end(names);
}

int main(void)
{
	start_named("one", "two", "three", NULL);
	start_others(2, "four", "five", NULL);
	return 0;
}
