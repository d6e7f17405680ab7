/* Suppressions: which lines are understood, what they match, and that the tool says what is wrong with the others. */
#include "base/suppress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int tests, failures;

static void ok(int good, const char *what)
{
	failures += !good;
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
}

static void put(const char *file, const char *text, size_t size)
{
	FILE *out = fopen(file, "w");

	if (!out || fwrite(text, 1, size, out) != size || fclose(out))
		die("%s cannot be written", file);
}

/* What `act` does to standard error in a child, and its exit status. */
static char *said_by(void (*act)(void), int *status)
{
	static char text[4096];
	int ends[2];
	size_t used = 0;
	ssize_t more;

	fflush(stdout);
	if (pipe(ends))
		die("no pipe");
	if (fork() == 0) {
		dup2(ends[1], 2);
		act();
		_exit(0);
	}
	close(ends[1]);
	while ((more = read(ends[0], text + used, sizeof text - 1 - used)) > 0)
		used += (size_t)more;
	text[used] = 0;
	close(ends[0]);
	wait(status);
	*status = WEXITSTATUS(*status);
	return text;
}

static void read_it(void)
{
	td_suppressions_read("entries");
}

static void refuses(const char *text, const char *message)
{
	int status;
	const char *said;

	put("entries", text, strlen(text));
	said = said_by(read_it, &status);
	ok(status == TD_EXIT_COULD_NOT && strstr(said, message) && strchr(said, '\n') == said + strlen(said) - 1, message);
	if (!strstr(said, message))
		printf("# %s", said);
}

static void test_wrong_lines(void)
{
	int status;

	refuses("# right\n\nrase function f: why\n",
		"entries:3: the kind of finding is one of race, deadlock, bounds and any, not 'rase'");
	refuses("race functions f: why\n", "entries:1: what the pattern is for is one of function, file and variable, not 'functions'");
	refuses("race function f\n", "entries:1: the reason is missing");
	refuses("race function f:\n", "entries:1: the reason is missing");
	refuses("race function f:  \r\n", "entries:1: the reason is missing");
	refuses("race function std::f\n", "entries:1: the reason is missing");
	refuses("race function : why\n", "entries:1: the pattern is missing");
	refuses("race\n", "entries:1: what the pattern is for");
	put("entries", "race function f: w\0y\n", 21);
	ok(strstr(said_by(read_it, &status), "entries:1: a zero byte") && status == 2, "a zero byte");
	unlink("entries");
	ok(strstr(said_by(read_it, &status), "entries: No such file") && status == 2, "a file that is not there");
}

static struct td_suppressions *entries(const char *text)
{
	put("entries", text, strlen(text));
	return td_suppressions_read("entries");
}

/* Whether a finding with one of each is silenced. */
static const char *silenced(struct td_suppressions *list, const char *kind, char *function, char *file, char *variable)
{
	struct td_suppress_subject subject = { 0 };
	const char *reason;

	TD_PUSH(&subject.functions, "main");
	TD_PUSH(&subject.functions, function);
	TD_PUSH(&subject.files, file);
	TD_PUSH(&subject.variables, variable);
	reason = td_suppressed(list, kind, &subject);
	td_suppress_subject_clear(&subject);
	return reason;
}

static struct td_suppressions *unused;

static void warn(void)
{
	td_suppressions_warn_unused(unused, "race");
}

static void test_matches(void)
{
	struct td_suppressions *list = entries("# a comment: with a colon\n"
					       "  race function log_*: only a log # not a comment\n"
					       "deadlock\tfile src/old/*.c:\told code\r\n"
					       "bounds variable table.names[[]*]: checked\n"
					       "any function ns::Queue<int, 3>::take*: spaces and colons\n"
					       "race variable never: at the end of the file, no newline");
	const char *reason = silenced(list, "race", "log_line", "a.c", "x");
	int status;

	ok(reason && !strcmp(reason, "only a log # not a comment"), "a function, with the reason");
	ok(!silenced(list, "deadlock", "log_line", "a.c", "x"), "not of another kind");
	ok(!silenced(list, "race", "my_log_line", "a.c", "x"), "the whole name has to match");
	ok(!!silenced(list, "deadlock", "f", "/b/src/old/deep/a.c", "x"), "the end of a path");
	ok(!!silenced(list, "deadlock", "f", "src/old/a.c", "x"), "a relative path");
	ok(!silenced(list, "deadlock", "f", "/b/mysrc/old/a.c", "x"), "not the end of a folder's name");
	ok(!!silenced(list, "bounds", "f", "a.c", "table.names[3]"), "a variable with brackets");
	ok(!!silenced(list, "deadlock", "ns::Queue<int, 3>::take_all", "a.c", "x"), "a C++ name, of any kind");
	unused = list;
	ok(!strcmp(said_by(warn, &status), "treadle: warning: entries:6: nothing was silenced by race variable never\n"),
	   "the entry of this kind that silenced nothing, and no other");
	td_suppressions_free(list);
}

static void test_usual_file(void)
{
	struct td_suppressions *list;

	unlink("treadle.suppress");
	list = td_suppressions_read(NULL);
	ok(!silenced(list, "race", "f", "a.c", "x"), "no file: nothing is silenced");
	td_suppressions_free(list);
	put("treadle.suppress", "race function f: why\n", 21);
	list = td_suppressions_read(NULL);
	ok(!!silenced(list, "race", "f", "a.c", "x"), "treadle.suppress is found");
	td_suppressions_free(list);
}

int main(void)
{
	char room[] = "/tmp/treadle-suppress-XXXXXX";

	if (!mkdtemp(room) || chdir(room))
		die("no room to work in");
	test_wrong_lines();
	test_matches();
	test_usual_file();
	unlink("entries");
	unlink("treadle.suppress");
	rmdir(room);
	printf("1..%d\n", tests);
	return failures != 0;
}
