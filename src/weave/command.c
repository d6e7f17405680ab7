#include "command.h"

#include <string.h>

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* How an option and its value are written. */
enum form { ALONE, JOINED, SEPARATE, EITHER };

/* Options that do not belong to both steps, or whose value is the next word. */
static const struct rule {
	const char *name;
	enum form form;
	enum td_use use;
} rules[] = {
	{ "-D", EITHER, TD_USE_COMPILE },
	{ "-U", EITHER, TD_USE_COMPILE },
	{ "-I", EITHER, TD_USE_COMPILE },
	{ "-A", EITHER, TD_USE_COMPILE },
	{ "-include", SEPARATE, TD_USE_COMPILE },
	{ "-include-pch", SEPARATE, TD_USE_COMPILE },
	{ "-imacros", SEPARATE, TD_USE_COMPILE },
	{ "-isystem", EITHER, TD_USE_COMPILE },
	{ "-iquote", EITHER, TD_USE_COMPILE },
	{ "-idirafter", EITHER, TD_USE_COMPILE },
	{ "-iprefix", SEPARATE, TD_USE_COMPILE },
	{ "-iwithprefix", SEPARATE, TD_USE_COMPILE },
	{ "-iwithprefixbefore", SEPARATE, TD_USE_COMPILE },
	{ "-Xpreprocessor", SEPARATE, TD_USE_COMPILE },
	{ "-Xclang", SEPARATE, TD_USE_COMPILE },
	{ "-Wp,", JOINED, TD_USE_COMPILE },
	{ "-aux-info", SEPARATE, TD_USE_COMPILE },
	{ "-MF", EITHER, TD_USE_DEPEND },
	{ "-MT", EITHER, TD_USE_DEPEND },
	{ "-MQ", EITHER, TD_USE_DEPEND },
	{ "-MJ", EITHER, TD_USE_DEPEND },
	{ "-MD", ALONE, TD_USE_DEPEND },
	{ "-MMD", ALONE, TD_USE_DEPEND },
	{ "-MP", ALONE, TD_USE_DEPEND },
	{ "-MG", ALONE, TD_USE_DEPEND },
	{ "-Wp,-MD,", JOINED, TD_USE_DEPEND },
	{ "-Wp,-MMD,", JOINED, TD_USE_DEPEND },
	{ "-l", EITHER, TD_USE_LINK },
	{ "-L", EITHER, TD_USE_LINK },
	{ "-T", EITHER, TD_USE_LINK },
	{ "-e", SEPARATE, TD_USE_LINK },
	{ "-u", SEPARATE, TD_USE_LINK },
	{ "-z", SEPARATE, TD_USE_LINK },
	{ "-Wl,", JOINED, TD_USE_LINK },
	{ "-Xlinker", SEPARATE, TD_USE_LINK },
	{ "-rpath", SEPARATE, TD_USE_LINK },
	{ "-fuse-ld=", JOINED, TD_USE_LINK },
	{ "-shared", ALONE, TD_USE_LINK },
	{ "-static", ALONE, TD_USE_LINK },
	{ "-static-pie", ALONE, TD_USE_LINK },
	{ "-static-libgcc", ALONE, TD_USE_LINK },
	{ "-static-libstdc++", ALONE, TD_USE_LINK },
	{ "-shared-libgcc", ALONE, TD_USE_LINK },
	{ "-symbolic", ALONE, TD_USE_LINK },
	{ "-rdynamic", ALONE, TD_USE_LINK },
	{ "-r", ALONE, TD_USE_LINK },
	{ "-pie", ALONE, TD_USE_LINK },
	{ "-no-pie", ALONE, TD_USE_LINK },
	{ "-nostdlib", ALONE, TD_USE_LINK },
	{ "-nodefaultlibs", ALONE, TD_USE_LINK },
	{ "-nostartfiles", ALONE, TD_USE_LINK },
	{ "-nolibc", ALONE, TD_USE_LINK },
	{ "-Xassembler", SEPARATE, TD_USE_BOTH },
	{ "-B", EITHER, TD_USE_BOTH },
	{ "-isysroot", EITHER, TD_USE_BOTH },
	{ "--sysroot", SEPARATE, TD_USE_BOTH },
	{ "--param", SEPARATE, TD_USE_BOTH },
	{ "-target", SEPARATE, TD_USE_BOTH },
	{ "-mllvm", SEPARATE, TD_USE_BOTH },
	{ "-arch", SEPARATE, TD_USE_BOTH },
	{ "-gcc-toolchain", SEPARATE, TD_USE_BOTH },
	{ "-wrapper", SEPARATE, TD_USE_BOTH },
	{ "-dumpbase", SEPARATE, TD_USE_BOTH },
	{ "-dumpbase-ext", SEPARATE, TD_USE_BOTH },
	{ "-dumpdir", SEPARATE, TD_USE_BOTH },
};

static bool matches(const struct rule *rule, const char *text)
{
	if (rule->form == JOINED)
		return begins(text, rule->name);
	return !strcmp(text, rule->name) || (rule->form == EITHER && begins(text, rule->name));
}

static const struct rule *find_rule(const char *text)
{
	const struct rule *best = NULL;

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (matches(&rules[i], text) && (!best || strlen(rules[i].name) > strlen(best->name)))
			best = &rules[i];
	return best;
}

static bool ends_in(const char *path, const char *const *suffixes)
{
	const char *dot = strrchr(path, '.');

	for (; dot && *suffixes; suffixes++)
		if (!strcmp(dot + 1, *suffixes))
			return true;
	return false;
}

static bool is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(text, *list))
			return true;
	return false;
}

static enum td_use use_of_language(const char *language)
{
	static const char *const woven[] = { "c", "c++", "cpp-output", "c++-cpp-output", "ir", NULL };
	static const char *const headers[] = { "c-header", "c++-header", NULL };

	if (is_one_of(language, woven))
		return TD_USE_SOURCE;
	if (begins(language, "assembler"))
		return TD_USE_PLAIN;
	return is_one_of(language, headers) ? TD_USE_HEADER : TD_USE_LINK;
}

static enum td_use use_of_file(const char *path)
{
	static const char *const woven[] = { "c", "i", "cc", "cp", "cxx", "cpp", "CPP", "c++", "C", "ii", "bc", "ll", NULL };
	static const char *const assembly[] = { "s", "S", "sx", NULL };
	static const char *const headers[] = { "h", "H", "hh", "hp", "hxx", "hpp", "HPP", "h++", "tcc", NULL };

	if (ends_in(path, woven))
		return TD_USE_SOURCE;
	if (ends_in(path, assembly))
		return TD_USE_PLAIN;
	return ends_in(path, headers) ? TD_USE_HEADER : TD_USE_LINK;
}

static void add_input(struct td_cc_command *self, const char *path)
{
	struct td_word word = { .text = path, .is_file = true, .language = self->language };

	word.use = word.language ? use_of_language(word.language) : use_of_file(path);
	self->inputs++;
	self->sources += word.use == TD_USE_SOURCE;
	self->plain += word.use == TD_USE_PLAIN;
	self->headers += word.use == TD_USE_HEADER;
	TD_PUSH(self, word);
}

/* The compiler answers these itself, whatever else is there. */
static bool is_query(const char *text)
{
	static const char *const queries[] = { "-###", "--version", "-dumpversion", "-dumpfullversion", "-dumpmachine",
	                                       "-dumpspecs", "--target-help", NULL };

	return is_one_of(text, queries) || begins(text, "-print-") || begins(text, "--print-") || begins(text, "--help");
}

static void read_stop(struct td_cc_command *self, enum td_stop stop)
{
	if (self->stop < stop)
		self->stop = stop;
}

static bool read_stop_option(struct td_cc_command *self, const char *text)
{
	static const char *const front[] = { "-E", "-M", "-MM", "-fsyntax-only", NULL };

	if (!strcmp(text, "-c"))
		read_stop(self, TD_STOP_OBJECT);
	else if (!strcmp(text, "-S"))
		read_stop(self, TD_STOP_ASSEMBLY);
	else if (is_one_of(text, front))
		read_stop(self, TD_STOP_FRONT);
	else
		return false;
	/* -c and -S are said anew in each step; the others go to the compiler as they are. */
	return !is_one_of(text, front);
}

/* Sanitizers whose runtime would fight with ours for the same hooks, or for all of memory. */
static void read_sanitizers(struct td_cc_command *self, const char *list)
{
	static const char *const foreign[] = { "thread", "address", "memory", "leak", "hwaddress", "dataflow", "realtime",
	                                       "kernel-address", "kernel-memory", NULL };

	while (*list) {
		size_t length = strcspn(list, ",");

		for (const char *const *name = foreign; *name; name++)
			if (strlen(*name) == length && !strncmp(*name, list, length))
				self->sanitizer = *name;
		list += length + (list[length] == ',');
	}
}

/* Left out with a warning, once for each reason. */
static const struct { const char *prefix, *reason; } left_out[] = {
	{ "-flto", "link-time optimisation would undo the weaving" },
	{ "--coverage", "its counters would be put back with the rest of memory" },
	{ "-coverage", "its counters would be put back with the rest of memory" },
	{ "-fprofile-arcs", "its counters would be put back with the rest of memory" },
	{ "-ftest-coverage", "its counters would be put back with the rest of memory" },
	{ "-fcoverage-mapping", "its counters would be put back with the rest of memory" },
	{ "-fprofile-generate", "its counters would be put back with the rest of memory" },
	{ "-fprofile-instr-generate", "its counters would be put back with the rest of memory" },
};

static bool is_left_out(struct td_cc_command *self, const char *text)
{
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		if (!begins(text, left_out[i].prefix))
			continue;
		if (!self->warned || strcmp(self->warned, left_out[i].reason) != 0)
			warning("%s is left out: %s", text, left_out[i].reason);
		self->warned = left_out[i].reason;
		return true;
	}
	return false;
}

/* Warnings about the size of a frame: hooks make frames larger, and with -Werror such a program would not compile. */
static bool is_about_frames(const char *text)
{
	return begins(text, "-Wframe-larger-than") || begins(text, "-Wstack-usage");
}

/* Checked versions of library functions are not the ones that are hooked; a report without names is of no use.  How much is
 * optimised is decided elsewhere. */
static bool is_dropped(struct td_cc_command *self, const char *text)
{
	static const char *const names[] = { "-s", "-g0", "-gsplit-dwarf", "-Wp,-U_FORTIFY_SOURCE", "-ffat-lto-objects",
	                                     NULL };

	return is_left_out(self, text) || is_one_of(text, names) || begins(text, "-O") || is_about_frames(text) ||
	       begins(text, "-D_FORTIFY_SOURCE") || (begins(text, "-Wp,-D_FORTIFY_SOURCE") && !strchr(text + 4, ','));
}

static bool is_debug_option(const char *text)
{
	return !strcmp(text, "-g") || (begins(text, "-g") && strchr("0123", text[2])) || begins(text, "-ggdb") ||
	       begins(text, "-gdwarf");
}

/* What an option says about the whole command. */
static void note_option(struct td_cc_command *self, const char *text)
{
	if (is_debug_option(text))
		self->has_debug = strcmp(text, "-g0") != 0;
	else if (begins(text, "-O"))
		self->is_optimised = strcmp(text, "-O0") != 0;
	else if (begins(text, "-fsanitize="))
		read_sanitizers(self, strchr(text, '=') + 1);
	else if (!strcmp(text, "-shared") || !strcmp(text, "-Wl,-shared"))
		self->is_shared = true;
	else if (!strcmp(text, "-static") || !strcmp(text, "-static-pie"))
		self->is_static = true;
	else if (!strcmp(text, "-m32") || !strcmp(text, "-mx32") || !strcmp(text, "-m16"))
		self->is_other_machine = true;
	else if (!strcmp(text, "-m64"))
		self->is_other_machine = false;
	else if (!strcmp(text, "-r") || !strcmp(text, "-Wl,-r"))
		self->is_relocatable = true;
	else if (!strcmp(text, "-MD") || !strcmp(text, "-MMD") || begins(text, "-Wp,-MD,") || begins(text, "-Wp,-MMD,"))
		self->has_depend = true;
	if (begins(text, "-MF") || begins(text, "-Wp,-MD,") || begins(text, "-Wp,-MMD,"))
		self->has_depend_file = true;
	if (begins(text, "-MT") || begins(text, "-MQ"))
		self->has_depend_target = true;
	self->is_query |= is_query(text);
}

static void add_option(struct td_cc_command *self, const char *text, const char *value, enum td_use use)
{
	struct td_word word = { .use = use, .text = text, .value = value };

	/* -Ofast is also a way to say this, which is about what is computed and not about how. */
	if (!strcmp(text, "-Ofast"))
		word.text = "-ffast-math";
	else if (is_dropped(self, text) || (!strcmp(text, "-D") && value && begins(value, "_FORTIFY_SOURCE")))
		return;
	TD_PUSH(self, word);
}

static bool takes_next(const struct rule *rule, const char *text)
{
	return rule && (rule->form == SEPARATE || (rule->form == EITHER && !strcmp(text, rule->name)));
}

bool td_option_takes_next(const char *text)
{
	return !strcmp(text, "-o") || !strcmp(text, "-x") || takes_next(find_rule(text), text);
}

/* Reads the option at words[0]; returns how many words it takes. */
static int read_option(struct td_cc_command *self, char **words)
{
	bool is_long = !strcmp(words[0], "--shared") || !strcmp(words[0], "--static");
	const char *text = words[0] + is_long;
	const struct rule *rule = find_rule(text);
	bool has_value = words[1] && takes_next(rule, text);

	note_option(self, text);
	if (!read_stop_option(self, text))
		add_option(self, text, has_value ? words[1] : NULL, rule ? rule->use : TD_USE_BOTH);
	return has_value ? 2 : 1;
}

/* -o and -x: kept aside, for each step has an output and inputs of its own. */
static int read_setting(char **words, const char **setting)
{
	if (words[0][2]) {
		*setting = words[0] + 2;
		return 1;
	}
	*setting = words[1];
	return words[1] ? 2 : 1;
}

void td_command_read(struct td_cc_command *self, char **words)
{
	memset(self, 0, sizeof *self);
	while (*words) {
		if (words[0][0] != '-' || !words[0][1]) {
			add_input(self, *words++);
		} else if (words[0][1] == 'o' && !begins(words[0], "-objc")) {
			words += read_setting(words, &self->output);
		} else if (words[0][1] == 'x') {
			words += read_setting(words, &self->language);
			if (self->language && !strcmp(self->language, "none"))
				self->language = NULL;
		} else {
			words += read_option(self, words);
		}
	}
	self->is_query |= self->inputs == 0;
}
