/* C++ names.  With an argument, symbols come from standard input, one a line, and their names go out: for a comparison. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/demangle.h"

static int tests, failures;

static void is(const char *symbol, const char *wanted)
{
	char *got = td_demangle(symbol);
	int good = !strcmp(got, wanted);

	failures += !good;
	printf("%sok %d - %s is %s\n", good ? "" : "not ", ++tests, symbol, wanted);
	if (!good)
		printf("# got %s\n", got);
	free(got);
}

static int filter(void)
{
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = 0;
		char *name = td_demangle(line);

		printf("%s\n", name);
		free(name);
	}
	free(line);
	return 0;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return filter();
	is("main", "main");
	is("wait.lto_priv.3", "wait");
	is(".hidden", ".hidden");
	is("_ZN4shop3BoxIiE5countE", "shop::Box<int>::count");
	is("_ZN4shop3BoxIiE3putEi", "shop::Box<int>::put");
	is("_ZN4shop3BoxIiEplEi", "shop::Box<int>::operator+");
	is("_ZN4shopL12plain_staticE", "shop::plain_static");
	is("_ZN4shop12_GLOBAL__N_16hiddenE", "shop::hidden");
	is("_ZN4shop4callILi3EZ4workPvEUlvE_EEvT0_", "shop::call<3, work(void*)::{lambda()#1}>");
	is("_ZZ4workPvENKUlvE_clEv", "work::lambda");
	is("_ZGVZL8instancevE1e", "guard of instance::e");
	is("_ZZL8instancevE1e", "instance::e");
	is("_ZNK3Map4findEi", "Map::find");
	is("_ZTV3Job", "vtable");
	is("_Znam", "operator new[]");
	is("_ZdlPv", "operator delete");
	is("_ZNK3BoxcvbEv", "Box::operator bool");
	is("_ZN3BoxclEi", "Box::operator()");
	is("_ZN3BoxixEi", "Box::operator[]");
	is("_ZN3BoxptEv", "Box::operator->");
	is("_ZlsRSoRK3Box", "operator<<");
	is("_ZltIiEbRKT_S2_", "operator< <int>");
	is("_ZN3BoxC1Ev", "Box::Box");
	is("_ZN3Box4loadEv.cold", "Box::load");
	is("_ZThn8_N3Job3runEv", "Job::run");
	is("_Zoops", "_Zoops");
	printf("1..%d\n", tests);
	return failures != 0;
}
