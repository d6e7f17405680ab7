#include "commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "weave/assembly.h"
#include "weave/cc.h"
#include "weave/command.h"

static int help(const char *command)
{
	printf("usage: treadle %s [--compiler=gcc|clang|PATH] [--volatile=atomic] [compiler option | file]...\n"
	       "\n"
	       "Compiles and links as gcc and clang do, and weaves in what Treadle needs to control the program.  The program\n"
	       "still runs by itself, as it would without.\n"
	       "\n"
	       "The compiler is the one that --compiler names, else the one that $%s names, else clang if this treadle was built\n"
	       "for it, else gcc.\n"
	       "\n"
	       "volatile orders nothing, so that flags and READ_ONCE() are reported as data races.  With --volatile=atomic (and\n"
	       "clang only) what is volatile is atomic: loads acquire and stores release, as x86 has it.\n"
	       "\n"
	       "examples:\n"
	       "  treadle %s -g -O1 -o queue_test queue_test.c -pthread\n"
	       "  treadle %s --compiler=gcc -c part.c && treadle %s -o test part.o libqueue.a\n"
	       "  make CC=\"treadle cc\" CXX=\"treadle c++\"\n"
	       "  ./configure CC=\"treadle cc\"\n"
	       "  treadle %s --compiler /usr/bin/gcc -c part.c\n"
	       "  cmake -DCMAKE_C_COMPILER=treadle-cc -DCMAKE_CXX_COMPILER=treadle-c++ ..\n"
	       "\n"
	       "not possible: -static; -fsanitize=address, thread, memory (undefined is).  -flto and\n"
	       "--coverage are left out.\n",
	       command, strcmp(command, "cc") ? "CXX" : "CC", command, command, command, command);
	return 0;
}

/* What follows `name` in the word, or is the next word: so a build system can put "treadle cc --compiler" before the compiler. */
static const char *value_of(char ***words, const char *name)
{
	size_t length = strlen(name);
	const char *word = **words;

	if (!word || strncmp(word, name, length) || (word[length] && word[length] != '='))
		return NULL;
	++*words;
	if (word[length])
		return word + length + 1;
	return **words ? *(*words)++ : "";
}

/* Takes the option at *words, if it is one of ours, and goes on to the word behind it. */
static bool take_option(struct td_cc_options *options, char ***words)
{
	const char *compiler = value_of(words, "--compiler");
	const char *meaning = compiler ? NULL : value_of(words, "--volatile");

	if (compiler && !*compiler)
		usage("--compiler needs a name: gcc, clang or a path");
	if (meaning && strcmp(meaning, "atomic"))
		usage("--volatile can be atomic, and nothing else");
	options->compiler = compiler ? compiler : options->compiler;
	options->volatile_is_atomic |= meaning != NULL;
	return compiler || meaning;
}

/* Takes our options out of the words, wherever they stand; the others are left to the compiler.  What is the value of another
 * option, or stands behind "--", is no option. */
static void take_options(struct td_cc_options *options, char **words)
{
	char **to = words;

	while (*words && strcmp(*words, "--")) {
		if (take_option(options, &words))
			continue;
		if (td_option_takes_next(*words) && words[1])
			*to++ = *words++;
		*to++ = *words++;
	}
	while (*words)
		*to++ = *words++;
	*to = NULL;
}

static int run(const char *command, bool is_cxx, char **words)
{
	struct td_cc_options options = { 0 };

	if (*words && !strcmp(*words, "--help"))
		return help(command);
	take_options(&options, words);
	if (!*words)
		usage("treadle %s: no input files; try treadle %s --help", command, command);
	td_cc(&options, is_cxx, words);
}

int cmd_cc(int argc, char **argv)
{
	(void)argc;
	return run("cc", false, argv + 1);
}

int cmd_cxx(int argc, char **argv)
{
	(void)argc;
	return run("c++", true, argv + 1);
}

int cmd_wrap(int argc, char **argv)
{
	if (argc < 2)
		usage("wrap is for gcc, which treadle cc tells to start its programs through it");
	td_assembly_wrap(argv + 1);
}
