/* What the C library reads and writes for a thread that prints, scans and sorts, while another one changes it: the case is named on
 * the command line.  With "right", both hold a lock, or what is read is something else. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[64] = "12 of them", copy[64];
static int numbers[] = { 3, 1, 2, 5, 4, 8, 7, 6 };
static const char unended[] = { 'a', 'b', 'c', 'd' };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void print_after_others(void)
{
	fprintf(stderr, "%*d %.*s %5.1f %Lf %ld%% %c %p %hhd %zu %.3s%s\n", 3, 4, 4, unended, 1.5, (long double)2.5, 7L, 'x', (void *)0,
		(signed char)1, (size_t)2, unended, text);
}

static void print_beginning(void)
{
	fprintf(stderr, "%.2s\n", text);
}

static void print_end(void)
{
	fprintf(stderr, "%s %d\n", text + 3, 1);
}

static void print_nothing(void)
{
	const char *volatile none = NULL;

	fprintf(stderr, "%s %ls%%s\n", none, L"wide");
}

static void print_from(void)
{
	snprintf(copy, sizeof copy, "%d %s", 3, text);
}

static void print_into(void)
{
	snprintf(text, sizeof text, "%d", 3);
}

static void print_into_unbounded(void)
{
	sprintf(text, "%d", 3);
}

static void print_into_rest(void)
{
	snprintf(text + 16, sizeof text - 16, "%d", 3);
}

static void print_into_no_room(void)
{
	snprintf(text, 0, "%d", 3);
}

static void allocate(void)
{
	char *made = NULL;

	if (asprintf(&made, "<%s>", text) > 0)
		free(made);
}

static void read_number(void)
{
	copy[0] = (char)atoi(text);
}

static void read_long(void)
{
	char *end;

	copy[0] = (char)strtol(text, &end, 10);
}

static void read_real(void)
{
	copy[0] = (char)strtod(text, NULL);
}

static void read_other_number(void)
{
	copy[0] = (char)atoi(text + 3);
}

static void scan(void)
{
	int number;

	if (sscanf(text, "%d", &number) == 1)
		copy[0] = (char)number;
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sort(void)
{
	qsort(numbers, sizeof numbers / sizeof *numbers, sizeof *numbers, by_value);
}

static void sort_half(void)
{
	qsort(numbers, 4, sizeof *numbers, by_value);
}

static void put(void)
{
	fputs(text, stderr);
}

static void put_bytes(void)
{
	fwrite(text, 1, 4, stderr);
}

static void put_other_bytes(void)
{
	fwrite(text + 1, 1, 4, stderr);
}

static void get_line(void)
{
	FILE *file = fmemopen("a line\nand another\n", 19, "r");

	if (!fgets(text, sizeof text, file))
		abort();
	fclose(file);
}

static void get_bytes(void)
{
	FILE *file = fmemopen("abcdef", 6, "r");

	if (fread(text, 2, 3, file) != 3)
		abort();
	fclose(file);
}

static const struct {
	const char *name;
	void (*use)(void);
} cases[] = {
	{ "wrong:print_after_others", print_after_others },
	{ "wrong:print_beginning", print_beginning },
	{ "right:print_end", print_end },
	{ "right:print_nothing", print_nothing },
	{ "wrong:print_from", print_from },
	{ "wrong:print_into", print_into },
	{ "wrong:print_into_unbounded", print_into_unbounded },
	{ "right:print_into_rest", print_into_rest },
	{ "right:print_into_no_room", print_into_no_room },
	{ "wrong:allocate", allocate },
	{ "wrong:read_number", read_number },
	{ "wrong:read_long", read_long },
	{ "wrong:read_real", read_real },
	{ "right:read_other_number", read_other_number },
	{ "wrong:scan", scan },
	{ "wrong:sort", sort },
	{ "right:sort_half", sort_half },
	{ "wrong:put", put },
	{ "wrong:put_bytes", put_bytes },
	{ "right:put_other_bytes", put_other_bytes },
	{ "wrong:get_line", get_line },
	{ "wrong:get_bytes", get_bytes },
};

static void (*use)(void);
static int takes_lock;

static void take(void)
{
	if (takes_lock)
		pthread_mutex_lock(&lock);
}

static void give(void)
{
	if (takes_lock)
		pthread_mutex_unlock(&lock);
}

static void *use_it(void *arg)
{
	take();
	use();
	give();
	return arg;
}

static void *change_it(void *arg)
{
	take();
	text[0] = '2';
	numbers[7] = 9;
	give();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (argc > 1 && !strcmp(argv[1], cases[i].name))
			use = cases[i].use;
	if (!use)
		return 3;
	takes_lock = argc > 2;
	pthread_create(&threads[0], NULL, use_it, NULL);
	pthread_create(&threads[1], NULL, change_it, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
