/* What the formats for machines are made of, with results that no execution has made: as a static check would fill them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/document.h"
#include "report/rules.h"
#include "report/uri.h"
#include "trace/trace.h"

static int tests, failures;

static void ok(int good, const char *what)
{
	failures += !good;
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
}

/* Takes the text over. */
static void is(char *got, const char *expected, const char *what)
{
	int good = !strcmp(got, expected);

	ok(good, what);
	if (!good)
		printf("# got %s\n# expected %s\n", got, expected);
	free(got);
}

static void test_rules(void)
{
	char *missing = td_strdup("");

	for (enum td_end end = 0; end < TD_ENDS; end++)
		if (td_end_is_finding(end) && !strcmp(td_rule_of(td_end_word(end))->id, "treadle/other")) {
			char *longer = td_format("%s %s", missing, td_end_word(end));

			free(missing);
			missing = longer;
		}
	is(missing, "", "every kind of finding has a rule (report/rules.c)");
	ok(!strcmp(td_rule_of("nonsense")->id, "treadle/other"), "a word that there is no rule for");
}

static char *path_of(char *file, char *directory, const char *root, bool expected)
{
	struct td_location location = { .file = file, .directory = directory };
	bool below;
	char *path = td_path_of(&location, root, &below);

	return below == expected ? path : (free(path), td_strdup(below ? "(below)" : "(not below)"));
}

static void test_paths(void)
{
	char *here = getcwd(NULL, 0), *inside = td_format("%s/src/a.c", here);
	struct td_location nowhere = { 0 };
	bool below;

	is(path_of("src/a.c", NULL, NULL, true), "src/a.c", "relative to the current directory");
	is(path_of(inside, "/elsewhere", NULL, true), "src/a.c", "an absolute one below it");
	is(path_of("a.c", "/p/src", "/p", true), "src/a.c", "relative to the directory of the compilation");
	is(path_of("../lib/./x//a.c", "/p/src", "/p", true), "lib/x/a.c", "up and down again");
	is(path_of("../../a.c", "/p/src", "/p", false), "/a.c", "out of the root");
	is(path_of("../../../../a.c", "/p", "/p", false), "/a.c", "above the top is the top");
	is(path_of("a.c", "/project", "/p", false), "/project/a.c", "a root that the name only begins with");
	is(path_of("/p/a.c", NULL, "/", true), "p/a.c", "everything is below the top");
	ok(!td_path_of(&nowhere, NULL, &below), "no file, no path");
	is(td_uri_of("src/a b%.c"), "src/a%20b%25.c", "a relative URI");
	is(td_uri_of("c:x/\xc3\xb6#?.c"), "c%3Ax/%C3%B6%23%3F.c", "what would have a meaning in a URI");
	is(td_uri_of("/usr/a.c"), "file:///usr/a.c", "an absolute URI");
	free(inside);
	free(here);
}

static const struct td_rule bound = { "treadle/bound", "ThreadsInLoop", TD_LEVEL_WARNING, "short", "full", "help" };
static const struct td_rule *const rules[] = { &bound, NULL };

/* With nothing in it that could be left out. */
static struct td_result small_result(void)
{
	struct td_result result = { .rule = &bound, .level = TD_LEVEL_WARNING, .headline = td_strdup("a headline"),
				    .place = { .file = td_strdup("/p/a.c"), .line = 7 } };

	TD_PUSH(&result.identity, td_strdup("f"));
	return result;
}

static struct td_result full_result(void)
{
	struct td_result result = small_result();
	struct td_flow flow = { 0 };
	struct td_step step = { .order = 1, .location = { .file = td_strdup("/p/a.c"), .line = 6, .message = td_strdup("the loop") } };
	struct td_location loop = { .file = td_strdup("/q/b.c"), .line = 3, .function = td_strdup("g"), .message = td_strdup("called here") };

	TD_PUSH(&flow, step);
	TD_PUSH(&result.flows, flow);
	TD_PUSH(&result.related, loop);
	result.message = td_strdup("a message \xff");
	return result;
}

static char *written(int (*write)(const void *, FILE *), const void *what)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (write(what, out))
		die("cannot be written");
	fclose(out);
	return text;
}

static int write_sarif(const void *run, FILE *out)
{
	return td_sarif_write(run, out);
}

static void has(const char *text, const char *part, const char *what)
{
	ok(strstr(text, part) != NULL, what);
}

static void test_sarif(void)
{
	static char *arguments[] = { "treadle", "bounds", "a.c", NULL };
	struct td_sarif_run run = { .version = "1.2.3", .category = "bounds", .arguments = arguments, .source_root = "/p", .rules = rules };
	char *text;

	TD_PUSH(&run.results, small_result());
	TD_PUSH(&run.results, full_result());
	text = written(write_sarif, &run);
	has(text, "\"uri\": \"a.c\"", "SARIF of a static check: a file below the root");
	has(text, "\"uri\": \"file:///q/b.c\"", "... and one elsewhere");
	has(text, "\"text\": \"a headline\"", "... a headline where there is no message");
	has(text, "\"text\": \"a message \xef\xbf\xbd\"", "... a message that is no UTF-8");
	has(text, "\"text\": \"the loop\"", "... a flow without threads");
	has(text, "\"arguments\": [\n      \"bounds\"", "... the arguments");
	td_results_clear(&run.results);
	free(text);
}

static void test_fingerprint(void)
{
	struct td_result one = small_result(), two = small_result();
	char *first = td_result_fingerprint(&one), *second;

	two.place.line = 99;
	is(td_result_fingerprint(&two), first, "the line is not in the fingerprint");
	TD_PUSH(&two.identity, td_strdup(""));
	second = td_result_fingerprint(&two);
	ok(strcmp(first, second) != 0, "what identifies it is, also where it is empty");
	free(first);
	free(second);
	td_result_clear(&one);
	td_result_clear(&two);
}

static int write_junit(const void *document, FILE *out)
{
	return td_document_write(document, TD_FORMAT_JUNIT, out);
}

static int write_github(const void *document, FILE *out)
{
	return td_document_write(document, TD_FORMAT_GITHUB, out);
}

static int write_json(const void *document, FILE *out)
{
	return td_document_write(document, TD_FORMAT_JSON, out);
}

static void test_documents(void)
{
	static char *arguments[] = { "treadle", NULL }, *program[] = { "./p", "a,b:c", NULL };
	struct td_command command = { .program = "/p/p", .argv = program };
	struct td_document document = { .version = "1.2.3", .arguments = arguments, .command = &command, .verdict = "recorded",
					.closing = "", .source_root = "/p" };
	char *text;

	TD_PUSH(&document.results, small_result());
	TD_PUSH(&document.results, full_result());
	text = written(write_junit, &document);
	has(text, "<testcase name=\"p a,b:c (finding 2)\"", "JUnit: a case for the second");
	free(text);
	is(written(write_github, &document),
	   "::warning file=a.c,line=7,title=ThreadsInLoop%3A short::a headline\n"
	   "::warning file=a.c,line=7,title=ThreadsInLoop%3A short::a headline%0A/q/b.c:3: called here\n", "GitHub: warnings");
	text = written(write_json, &document);
	has(text, "\"statistics\": null", "JSON: nothing was explored");
	free(text);
	td_results_clear(&document.results);
	document.exit_status = TD_EXIT_COULD_NOT;
	document.closing = "stopped: 1\n";
	text = written(write_junit, &document);
	has(text, "errors=\"1\"", "JUnit: what did not replay is an error");
	free(text);
}

int main(void)
{
	test_rules();
	test_paths();
	test_sarif();
	test_fingerprint();
	test_documents();
	printf("1..%d\n", tests);
	return failures != 0;
}
