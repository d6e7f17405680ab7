#include "options.h"

#include "base.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 40, HELP_COLUMN = 30 };

static int min3(int a, int b, int c)
{
	int least = a < b ? a : b;

	return least < c ? least : c;
}

/* Edit distance; INT_MAX for words too long to be ours. */
static int distance(const char *a, const char *b)
{
	int row[LONGEST_WORD + 1];
	size_t long_a = strlen(a), long_b = strlen(b);

	if (long_a > LONGEST_WORD || long_b > LONGEST_WORD)
		return INT_MAX;
	for (size_t j = 0; j <= long_b; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= long_a; i++) {
		int diagonal = row[0];

		row[0] = (int)i;
		for (size_t j = 1; j <= long_b; j++) {
			int above = row[j];

			row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[long_b];
}

const char *td_closest_word(const char *text, const char *const *words)
{
	const char *closest = NULL;
	int least = ((int)strlen(text) + 2) / 3; /* more changes than that is another word */

	for (; *words; words++) {
		int changes = distance(text, *words);

		if (changes <= least && 2 * changes <= (int)strlen(*words)) {
			least = changes - 1;
			closest = *words;
		}
	}
	return closest;
}

static _Noreturn void unknown_option(const struct td_usage *self, const char *name)
{
	const char *words[64];
	const char *closest;
	size_t count = 0;

	for (const struct td_option *option = self->options; option->name && count < 62; option++)
		words[count++] = option->name;
	words[count++] = "help";
	words[count] = NULL;
	closest = td_closest_word(name, words);
	if (closest)
		usage("unknown option --%s; did you mean --%s?", name, closest);
	usage("unknown option --%s; see treadle %s --help", name, self->command);
}

static uint64_t parse_number(const struct td_option *option, const char *text)
{
	char *end;
	uint64_t number;

	if (option->word && !strcmp(text, option->word))
		return UINT64_MAX;
	errno = 0;
	number = strtoull(text, &end, 0);
	if (end == text || *end || text[0] == '-' || errno)
		usage("--%s wants a number%s%s, not '%s'", option->name, option->word ? " or " : "", option->word ? option->word : "", text);
	if (number < option->least)
		usage("--%s must be at least %llu", option->name, (unsigned long long)option->least);
	if (option->most && number > option->most)
		usage("--%s must be at most %llu", option->name, (unsigned long long)option->most);
	return number;
}

/* Of the unit behind a number, in seconds; 0: there is no such unit. */
static double length_of_unit(const char *unit)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(unit, units[i].name))
			return units[i].seconds;
	return 0;
}

static double parse_seconds(const struct td_option *option, const char *text)
{
	char *end;

	if (option->word && !strcmp(text, option->word))
		return 0;

	double number = strtod(text, &end), seconds = number * length_of_unit(end);

	if (end == text || length_of_unit(end) == 0 || !isfinite(seconds) || seconds < 0)
		usage("--%s wants a number of seconds, or 90s, 2m, 1h, not '%s'", option->name, text);
	return seconds;
}

static int parse_choice(const struct td_option *option, const char *text)
{
	char list[256] = "";

	for (int i = 0; option->choices[i]; i++) {
		if (!strcmp(option->choices[i], text))
			return i;
		if (i)
			strncat(list, ", ", sizeof list - strlen(list) - 1);
		strncat(list, option->choices[i], sizeof list - strlen(list) - 1);
	}
	usage("--%s is one of %s, not '%s'", option->name, list, text);
}

static void take_value(const struct td_option *option, char *text)
{
	switch (option->kind) {
	case TD_OPTION_FLAG:
		*(int *)option->target = 1;
		break;
	case TD_OPTION_NUMBER:
		*(uint64_t *)option->target = parse_number(option, text);
		break;
	case TD_OPTION_SECONDS:
		*(double *)option->target = parse_seconds(option, text);
		break;
	case TD_OPTION_STRING:
		*(const char **)option->target = text;
		break;
	case TD_OPTION_STRINGS:
		TD_PUSH((struct td_strings *)option->target, text);
		break;
	case TD_OPTION_CHOICE:
		*(int *)option->target = parse_choice(option, text);
		break;
	}
}

/* The value after the name if there is one, else the next argument, which is then used up. */
static char *value_of(const struct td_option *option, char *attached, int argc, char **argv, int *at)
{
	if (option->kind == TD_OPTION_FLAG) {
		if (attached)
			usage("--%s takes no value", option->name);
		return NULL;
	}
	if (attached)
		return attached;
	if (*at + 1 >= argc)
		usage("--%s wants a value: %s", option->name, option->value);
	return argv[++*at];
}

static void parse_long(const struct td_usage *self, int argc, char **argv, int *at)
{
	char *name = argv[*at] + 2, *equals = strchr(name, '=');
	size_t length = equals ? (size_t)(equals - name) : strlen(name);

	for (const struct td_option *option = self->options; option->name; option++) {
		if (strlen(option->name) == length && !strncmp(option->name, name, length)) {
			take_value(option, value_of(option, equals ? equals + 1 : NULL, argc, argv, at));
			return;
		}
	}
	if (!strcmp(name, "help")) {
		td_options_help(self);
		exit(0);
	}
	if (equals)
		*equals = 0;
	unknown_option(self, name);
}

static const struct td_option *find_letter(const struct td_usage *self, char letter)
{
	for (const struct td_option *option = self->options; option->name; option++)
		if (option->letter == letter)
			return option;
	if (letter == 'h') {
		td_options_help(self);
		exit(0);
	}
	usage("unknown option -%c; see treadle %s --help", letter, self->command);
}

/* A bundle such as -kq, or -oFILE. */
static void parse_letters(const struct td_usage *self, int argc, char **argv, int *at)
{
	for (char *letter = argv[*at] + 1; *letter; letter++) {
		const struct td_option *option = find_letter(self, *letter);

		if (option->kind == TD_OPTION_FLAG) {
			take_value(option, NULL);
			continue;
		}
		take_value(option, value_of(option, letter[1] ? letter + 1 : NULL, argc, argv, at));
		return;
	}
}

int td_options_parse(const struct td_usage *self, int argc, char **argv)
{
	int at;

	for (at = 1; at < argc; at++) {
		if (!strcmp(argv[at], "--"))
			return at + 1;
		if (argv[at][0] != '-' || !argv[at][1])
			break;
		if (argv[at][1] == '-')
			parse_long(self, argc, argv, &at);
		else
			parse_letters(self, argc, argv, &at);
	}
	return at;
}

static void help_for(const struct td_option *option)
{
	char left[80], letter[8] = "    ";

	if (option->letter)
		snprintf(letter, sizeof letter, "-%c, ", option->letter);
	if (option->kind == TD_OPTION_FLAG)
		snprintf(left, sizeof left, "  %s--%s", letter, option->name);
	else
		snprintf(left, sizeof left, "  %s--%s %s", letter, option->name, option->value);
	if (strlen(left) >= HELP_COLUMN)
		printf("%s\n%*s%s\n", left, HELP_COLUMN, "", option->help);
	else
		printf("%-*s%s\n", HELP_COLUMN, left, option->help);
}

void td_options_help(const struct td_usage *self)
{
	printf("usage: treadle %s %s\n\n%s\n", self->command, self->line, self->summary);
	printf("\noptions:\n");
	for (const struct td_option *option = self->options; option->name; option++)
		if (option->help)
			help_for(option);
	printf("%-*sthis text\n", HELP_COLUMN, "  -h, --help");
	if (!self->examples)
		return;
	printf("\nexamples:\n");
	for (const char *const *example = self->examples; *example; example++)
		printf("  %s\n", *example);
}
