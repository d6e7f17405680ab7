// Loops that look like one along the arguments, but begin them again, or go on by themselves.
// bounds: unbounded 25
// bounds: unbounded 36
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

int is_more(void);
char *next_name(void);

static void *serve(void *arg)
{
	return arg;
}

static void start_first(int count, ...)
{
	va_list names;
	pthread_t t;
	char *name;

	va_start(names, count);
	name = va_arg(names, char *);
	/* always the first one */
	for (; name != NULL; name = va_arg(names, char *)) {
		va_end(names);
		va_start(names, count);
		pthread_create(&t, NULL, serve, name);
	}
}

static void start_next(char *name, va_list names)
{
	pthread_t t;

	while (name != NULL) {
		pthread_create(&t, NULL, serve, name);
		if (is_more())
			name = next_name();
		else
			name = va_arg(names, char *);
	}
}

static void start_named(char *name, ...)
{
	va_list names;

	va_start(names, name);
	start_next(name, names);
	va_end(names);
}

int main(void)
{
	start_named("one", "two", NULL);
	start_first(2, "four", "five", NULL);
	return 0;
}
