// Iterators by functions: a structure that is asked for its state, and an object that says when it has finished.
// bounds: bounded 42
// bounds: bounded 49
#include <pthread.h>
#include <stdbool.h>

struct value {
	int code;
	const char *at, *end;
};

struct values_it {
	int position, count;
};

struct values_it *values_begin(void *values);
const char *values_it_get(struct values_it *it);
struct value first_value(void);
void *serve(void *arg);

static void value_next(struct value *value)
{
	value->code = ++value->at < value->end ? 0 : -1;
}

static bool values_it_finished(struct values_it *it)
{
	return it->position >= it->count;
}

static void values_it_next(struct values_it *it)
{
	it->position++;
}

void serve_values(void *values)
{
	struct value value = first_value();
	struct values_it *it = values_begin(values);
	pthread_t t;

	while (value.code == 0) {
		if (*value.at != '!')
			goto next;
		pthread_create(&t, NULL, serve, (void *)value.at);
next:
		value_next(&value);
	}
	while (!values_it_finished(it)) {
		pthread_create(&t, NULL, serve, (void *)values_it_get(it));
		values_it_next(it);
	}
}
