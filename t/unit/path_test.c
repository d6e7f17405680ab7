/* Paths without detours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/path.h"

static int tests, failures;

static void is(const char *path, const char *wanted)
{
	char *got = td_path_fold(path);
	int good = !strcmp(got, wanted);

	failures += !good;
	printf("%sok %d - %s is %s\n", good ? "" : "not ", ++tests, path, wanted);
	if (!good)
		printf("# got %s\n", got);
	free(got);
}

/* Behind a symbolic link, .. is not where it came from. */
static void check_link(void)
{
	char room[] = "/tmp/treadle-path-XXXXXX";

	if (!mkdtemp(room) || chdir(room) || mkdir("a", 0700) || mkdir("a/b", 0700) || symlink("a/b", "link"))
		exit(2);
	fclose(fopen("a/file", "w"));
	is("link/../file", "link/../file");
	is("a/b/../file", "a/file");
	if (unlink("a/file") || unlink("link") || rmdir("a/b") || rmdir("a") || chdir("/") || rmdir(room))
		exit(2);
}

int main(void)
{
	is("/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/tuple", "/usr/include/c++/12/tuple");
	is("queue.c", "queue.c");
	is("../queue.c", "../queue.c");
	is("../../lib/../src/queue.c", "../../src/queue.c");
	is("tests/../src/./queue.c", "src/queue.c");
	is("/../nowhere/x.c", "/../nowhere/x.c");
	is("a//b/../x.c", "a/x.c");
	is("", "");
	check_link();
	printf("1..%d\n", tests);
	return failures != 0;
}
