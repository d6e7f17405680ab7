#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wire/wrapped.h"

/* gcc puts in its hooks after it has optimised, so what it optimises away is not seen: the second of two reads of the same
 * place, a write before another write, a read whose value is not used.  Flags can switch those off one by one, but not what
 * the parser does as soon as there is any optimisation: p->a == 1 && p->b == 2 becomes a single read of both.  At -O0 every
 * access is there (t/cc/accesses.c counts them), so whatever the user asks for, this is it. */
static const char *const gcc_level[] = { "-O0", NULL };

/* Calls that write memory stay calls, which the linker takes to the runtime's wrappers, and are not done in place after the
 * hooks have been put in.  Calls that only read are left to gcc, so that strlen("x") is still a constant: what it does in
 * place of them it does early enough to be hooked.  Copies of structs are the other way round: they have hooks, so they must
 * not become calls. */
static const char *const gcc_library[] = {
	"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", "-fno-builtin-strcpy", "-fno-builtin-strncpy",
	"-fno-builtin-stpcpy", "-fno-builtin-strcat", "-fno-builtin-strncat", "-fno-builtin-bcopy", "-fno-builtin-bzero",
	"-mmemcpy-strategy=rep_8byte:-1:noalign", "-mmemset-strategy=rep_8byte:-1:noalign", NULL
};

/* The program is to be what it is without hooks, so it must not learn that it has them. */
static const char *const gcc_always[] = { "-fsanitize=thread", "-U__SANITIZE_THREAD__", "-Wno-tsan", NULL };

/* Kept calls and frame pointers: a hook's return address is the site, the frames below it are the call stack. */
static const char *const always[] = { "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-U_FORTIFY_SOURCE", NULL };

/* With the optimiser switched off but not told so by -O0: that would also forbid it to the last step. */
static const char *const clang_front[] = { "-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", NULL };

/* Each step gets what may concern it, and the user's -Werror with it.  An option that one step alone has no use for is not
 * one that the user's command has no use for. */
static const char clang_no_use[] = "-Qunused-arguments";

static void add(struct td_strings *out, const char *text)
{
	TD_PUSH(out, (char *)text);
}

static void add_all(struct td_strings *out, const char *const *list)
{
	for (; *list; list++)
		add(out, *list);
}

static void add_word(struct td_strings *out, const struct td_word *word)
{
	add(out, word->text);
	if (word->value)
		add(out, word->value);
}

/* -x holds until the next one; `language` is the one that holds. */
static void add_input(struct td_strings *out, const struct td_word *word, const char **language)
{
	if (word->language != *language) {
		add(out, "-x");
		add(out, word->language ? word->language : "none");
		*language = word->language;
	}
	add(out, word->text);
}

static void add_compiler(const struct td_steps *self, struct td_strings *out)
{
	for (size_t i = 0; i < self->compiler.words.count; i++)
		add(out, self->compiler.words.items[i]);
}

/* Behind all of the user's directories, so that it changes nothing that is found in them. */
static void add_headers(const struct td_steps *self, struct td_strings *out)
{
	add(out, "-idirafter");
	add(out, self->places.headers);
}

static bool is_input(const struct td_word *word)
{
	return word->use == TD_USE_SOURCE || word->use == TD_USE_PLAIN || word->use == TD_USE_HEADER;
}

void td_step_front_only(const struct td_steps *self, struct td_strings *out)
{
	const char *language = NULL;

	add_compiler(self, out);
	for (size_t i = 0; i < self->command.count; i++) {
		const struct td_word *word = &self->command.items[i];

		if (word->is_file)
			add_input(out, word, &language);
		else
			add_word(out, word);
	}
	if (self->command.output) {
		add(out, "-o");
		add(out, self->command.output);
	}
	add_headers(self, out);
}

/* The compiler names the dependency file and the target in it after its output, which may be an intermediate file here. */
static void add_dependencies(const struct td_steps *self, struct td_strings *out, const char *final)
{
	const char *slash = strrchr(final, '/'), *dot = strrchr(slash ? slash : final, '.');
	size_t stem = dot && dot != final ? (size_t)(dot - final) : strlen(final);

	if (!self->command.has_depend)
		return;
	if (!self->command.has_depend_file) {
		add(out, "-MF");
		add(out, td_format("%.*s.d", (int)stem, final));
	}
	if (!self->command.has_depend_target) {
		add(out, "-MQ");
		add(out, final);
	}
}

/* Verification benchmarks: the body of a function with such a name runs as one step, so its begin and end must be hooked. */
static bool mentions_atomic_bodies(const char *path)
{
	struct stat status;
	bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode); /* what comes through a pipe comes once */
	FILE *file = is_file ? fopen(path, "r") : NULL;
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (file && !found && getline(&line, &room, file) >= 0)
		found = strstr(line, "__VERIFIER_atomic_") != NULL;
	free(line);
	if (file)
		fclose(file);
	return found;
}

static bool has_atomic_bodies(const struct td_cc_command *command)
{
	for (size_t i = 0; i < command->count; i++)
		if (command->items[i].use == TD_USE_SOURCE && mentions_atomic_bodies(command->items[i].text))
			return true;
	return false;
}

/* The assembler is started through us, see assembly.h.  The words behind -wrapper are separated by commas. */
static void add_wrapper(const struct td_steps *self, struct td_strings *out)
{
	if (strchr(self->places.tool, ','))
		return;
	add(out, "-wrapper");
	add(out, td_format("%s,wrap", self->places.tool));
}

static void add_gcc_flags(const struct td_steps *self, struct td_strings *out)
{
	add_all(out, gcc_level);
	add_all(out, gcc_library);
	add_all(out, gcc_always);
	add_wrapper(self, out);
	if (self->compiler.major >= 11) {
		add(out, "--param");
		add(out, "tsan-distinguish-volatile=1");
	}
	if (self->compiler.major >= 11 && !has_atomic_bodies(&self->command)) {
		add(out, "--param");
		add(out, "tsan-instrument-func-entry-exit=0");
	}
}

static void add_woven_flags(const struct td_steps *self, struct td_strings *out)
{
	if (self->compiler.kind == TD_COMPILER_GCC)
		add_gcc_flags(self, out);
	else
		add_all(out, clang_front), add(out, clang_no_use);
	if (!self->command.has_debug)
		add(out, "-g");
	add_all(out, always);
}

static void add_stop(const struct td_steps *self, struct td_strings *out)
{
	add(out, self->command.stop == TD_STOP_ASSEMBLY ? "-S" : "-c");
}

static void add_what(const struct td_steps *self, struct td_strings *out, const struct td_word *input)
{
	if (input->use == TD_USE_HEADER)
		return;
	if (self->compiler.kind == TD_COMPILER_CLANG && input->use == TD_USE_SOURCE) {
		add(out, "-emit-llvm");
		add(out, "-c");
	} else {
		add_stop(self, out);
	}
}

void td_step_compile(const struct td_steps *self, struct td_strings *out, const struct td_word *input, const char *output,
                     const char *final)
{
	const char *language = NULL;

	add_compiler(self, out);
	for (size_t i = 0; i < self->command.count; i++) {
		const struct td_word *word = &self->command.items[i];

		if (word->use == TD_USE_BOTH || word->use == TD_USE_COMPILE || word->use == TD_USE_DEPEND)
			if (strcmp(word->text, "-emit-llvm") != 0 && strcmp(word->text, "-pipe") != 0)
				add_word(out, word);
	}
	if (input->use != TD_USE_PLAIN)
		add_woven_flags(self, out);
	add_dependencies(self, out, final);
	add_headers(self, out);
	add_what(self, out, input);
	if (output) {
		add(out, "-o");
		add(out, output);
	}
	add_input(out, input, &language);
}

void td_step_check(const struct td_steps *self, struct td_strings *out, const struct td_word *input, const char *compiler)
{
	const char *language = NULL;

	add(out, compiler);
	for (size_t i = 0; i < self->command.count; i++)
		if (self->command.items[i].use == TD_USE_BOTH || self->command.items[i].use == TD_USE_COMPILE)
			add_word(out, &self->command.items[i]);
	add_headers(self, out);
	add(out, "-fsyntax-only");
	add_input(out, input, &language);
}

void td_step_weave(const struct td_steps *self, struct td_strings *out, const char *input, const char *output)
{
	add(out, self->places.weaver);
	if (self->volatile_is_atomic)
		add(out, "--volatile=atomic");
	if (!self->command.is_optimised)
		add(out, "-O0");
	add(out, input);
	add(out, output);
}

/* Options that also matter when code is generated; the rest has done its work in the front end. */
static bool matters_behind(const struct td_word *word)
{
	static const char *const kinds[] = { "-m", "-f", "--target", "-target", "-Wa,", "-Xassembler", "-B", "-emit-llvm", "-v" };
	static const char *const front[] = { "-fsanitize", "-fno-sanitize", "-fplugin", "-fmodule", "-fdebug" };

	if (word->use != TD_USE_BOTH)
		return false;
	for (size_t i = 0; i < sizeof front / sizeof *front; i++)
		if (!strncmp(word->text, front[i], strlen(front[i])))
			return false;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strncmp(word->text, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

/* Without optimisation, a division by zero whose result is not used is done as well, and malloc is called for a block that is only
 * freed: these have no hooks that would keep them. */
void td_step_back(const struct td_steps *self, struct td_strings *out, const char *input, const char *output)
{
	static const char *const fixed[] = { "-w", clang_no_use, "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
	                                     "-x", "ir", NULL };

	add_compiler(self, out);
	for (size_t i = 0; i < self->command.count; i++)
		if (matters_behind(&self->command.items[i]))
			add_word(out, &self->command.items[i]);
	add_all(out, fixed);
	add(out, self->command.is_optimised ? "-O1" : "-O0");
	add_stop(self, out);
	add(out, input);
	add(out, "-o");
	add(out, output);
}

static void add_wraps(struct td_strings *out)
{
	char *text = td_strdup("-Wl");

	for (size_t i = 0; i < sizeof td_wrapped / sizeof *td_wrapped; i++) {
		char *longer = td_format("%s,--wrap=%s", text, td_wrapped[i]);

		free(text);
		text = longer;
	}
	add(out, text);
}

/* First of all, so that its functions win over those of archives.  Symbols are exported for shared objects, which then use
 * these hooks instead of their plain ones; they are bound at start, since binding is not an event. */
static void add_runtime(const struct td_steps *self, struct td_strings *out)
{
	if (access(self->places.runtime, R_OK) != 0)
		die("cannot find the runtime %s", self->places.runtime);
	add(out, "-Wl,--whole-archive");
	add(out, self->places.runtime);
	add(out, "-Wl,--no-whole-archive");
	add(out, "-Wl,--export-dynamic,-z,now");
}

/* Behind everything that may use it; it is also found where the user names it. */
static void add_sync(const struct td_steps *self, struct td_strings *out)
{
	add(out, td_format("-L%s", self->places.sync));
	add(out, "-ltreadle-sync");
}

static void add_link_words(const struct td_steps *self, struct td_strings *out, const struct td_strings *objects)
{
	const char *language = NULL;
	size_t next = 0;

	for (size_t i = 0; i < self->command.count; i++) {
		const struct td_word *word = &self->command.items[i];

		if (is_input(word))
			add_input(out, &(struct td_word){ .text = objects->items[next++] }, &language);
		else if (word->is_file)
			add_input(out, word, &language);
		else if (word->use == TD_USE_BOTH || word->use == TD_USE_LINK)
			add_word(out, word);
	}
}

void td_step_link(const struct td_steps *self, struct td_strings *out, const struct td_strings *objects)
{
	const struct td_cc_command *command = &self->command;

	add_compiler(self, out);
	if (self->compiler.kind == TD_COMPILER_CLANG)
		add(out, clang_no_use);
	if (!command->is_shared && !command->is_relocatable)
		add_runtime(self, out);
	add_link_words(self, out, objects);
	if (command->output) {
		add(out, "-o");
		add(out, command->output);
	}
	if (command->is_relocatable)
		return;
	if (command->is_shared)
		add(out, self->places.stub);
	add_sync(self, out);
	add_wraps(out);
	add(out, "-pthread");
	add(out, "-ldl");
	add(out, "-Wl,--push-state,--no-as-needed"); /* its unwinder tells whether a loop goes round */
	add(out, "-lgcc_s");
	add(out, "-Wl,--pop-state");
}
