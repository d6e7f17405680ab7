// What functions of the C library read and write for their callers, side by side: each thread has its part of a text, of a struct
// and of a buffer, and no function reaches beyond what it is asked for.
// treadle: quiet yes
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

static char text[] = "one,two;three:four";  /* the first thread has it up to the semicolon */
static struct {
	int first, second;
	char word[8], other[8];
} parts;
static char *printed[2];
static wchar_t wide[2][4];
static char stamps[2][16];

static void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static void scan(int which)
{
	long unused = 7;

	if (sscanf("12 word", "%d%ln %7s", which ? &parts.second : &parts.first, &unused, which ? parts.other : parts.word) != 2)
		fail("sscanf");
	if (unused != 2 || (which ? parts.second : parts.first) != 12)
		fail("what sscanf gives");
	if (sscanf("5:", "%*d:%d", which ? &parts.second : &parts.first) != -1)
		fail("sscanf at the end");
}

static void cut(int which)
{
	char *rest, *half = which ? text + 8 : text, *token = strtok_r(half, which ? ":" : ",", &rest);

	if (strcmp(token, which ? "three" : "one") != 0)
		fail("strtok_r");
	if (which ? strcasecmp(rest, "FOUR") != 0 : strncasecmp(rest, "TWO", 3) != 0)
		fail("what strtok_r leaves");
}

static void measure(int which)
{
	const char *half = which ? text + 8 : text;

	if (strspn(half, "ethron") != (which ? 5 : 3) || strcspn(half, "x") != (which ? 5u : 3u))
		fail("strspn");
}

static void print(int which)
{
	time_t day = 86400;
	struct tm time;

	if (asprintf(&printed[which], "%d", which) != 1 || printed[which][0] != '0' + which)
		fail("asprintf");
	gmtime_r(&day, &time);
	if (strftime(stamps[which], sizeof stamps[which], "%d.%m.%Y", &time) != 10 || strcmp(stamps[which], "02.01.1970") != 0)
		fail("strftime");
	if (timegm(&time) != day)
		fail("timegm");
	wcscpy(wide[which], L"abc");
	if (wcslen(wide[which]) != 3 || wcscmp(wide[which], L"abc") != 0)
		fail("wcscpy");
}

static void *work(void *number)
{
	int which = *(int *)number;

	scan(which);
	cut(which);
	measure(which);
	print(which);
	return NULL;
}

int main(void)
{
	static int numbers[] = { 0, 1 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &numbers[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2; i++)
		free(printed[i]);
	return strcmp(parts.word, "word") != 0 || strcmp(parts.other, "word") != 0;
}
