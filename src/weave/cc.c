#include "cc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "assembly.h"
#include "child.h"
#include "steps.h"

static _Noreturn void pass_on(const struct td_steps *self, char **words)
{
	struct td_strings out = { 0 };

	for (size_t i = 0; i < self->compiler.words.count; i++)
		TD_PUSH(&out, self->compiler.words.items[i]);
	for (; *words; words++)
		TD_PUSH(&out, *words);
	td_child_become(&out);
}

static void refuse(const struct td_cc_command *command)
{
	if (command->sanitizer)
		usage("-fsanitize=%s cannot be combined with treadle: both would answer the same hooks", command->sanitizer);
	if (command->is_static && command->stop == TD_STOP_LINKED)
		usage("-static cannot be combined with treadle: the runtime needs the dynamic C library");
	if (command->is_other_machine)
		usage("-m32, -mx32 and -m16 cannot be combined with treadle: it is for x86-64 only");
}

/* dir/name.c becomes name.o, here. */
static char *derived_name(const char *path, const char *suffix)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

	return td_format("%.*s%s", dot && dot != name ? (int)(dot - name) : (int)strlen(name), name, suffix);
}

/* What the user gets from this input: the file itself, or what it becomes a part of. */
static char *final_output(const struct td_cc_command *command, const struct td_word *input)
{
	if (command->output)
		return td_strdup(command->output);
	if (input->use == TD_USE_HEADER)
		return td_format("%s.gch", input->text);
	return derived_name(input->text, command->stop == TD_STOP_ASSEMBLY ? ".s" : ".o");
}

/* Clang refuses some old C, and warns of more.  Where that is why a program does not compile, and the user did not ask for clang, say
 * that gcc takes it. */
static void say_if_gcc_takes_it(const struct td_steps *self, const struct td_word *input)
{
	const char *gcc = self->compiler.is_default && strcmp(input->text, "-") ? td_compiler_other(self->is_cxx) : NULL;
	struct td_strings check = { 0 };

	if (!gcc)
		return;
	td_step_check(self, &check, input, gcc);
	if (td_child_succeeds(&check))
		error("clang refuses %s and gcc takes it: try treadle %s --compiler=gcc", input->text, self->is_cxx ? "c++" : "cc");
}

static int compile_by_clang(const struct td_steps *self, const struct td_word *input, const char *output, const char *final)
{
	char *bitcode = td_child_file("front.bc"), *woven = td_child_file("woven.bc");
	struct td_strings front = { 0 }, weave = { 0 }, back = { 0 };
	int status;

	td_step_compile(self, &front, input, bitcode, final);
	td_step_weave(self, &weave, bitcode, woven);
	td_step_back(self, &back, woven, output);
	status = td_child_run(&front);
	if (WIFEXITED(status) && WEXITSTATUS(status))
		say_if_gcc_takes_it(self, input);
	if (status == 0)
		status = td_child_run(&weave);
	if (status == 0)
		status = td_child_run(&back);
	return status;
}

static int compile_to_assembly(const struct td_steps *self, const struct td_word *input, const char *output)
{
	struct td_strings out = { 0 };
	int status;

	td_step_compile(self, &out, input, output, output);
	status = td_child_run(&out);
	if (status == 0 && input->use == TD_USE_SOURCE && strcmp(output, "-"))
		td_assembly_weave(output);
	return status;
}

static int compile(const struct td_steps *self, const struct td_word *input, const char *output)
{
	char *final = final_output(&self->command, input);
	struct td_strings out = { 0 };

	if (self->compiler.kind == TD_COMPILER_CLANG && input->use == TD_USE_SOURCE)
		return compile_by_clang(self, input, output ? output : final, final);
	if (self->command.stop == TD_STOP_ASSEMBLY)
		return compile_to_assembly(self, input, output ? output : final);
	td_step_compile(self, &out, input, output ? output : final, final);
	if (self->command.stop != TD_STOP_LINKED && self->command.inputs == 1)
		td_child_become(&out);
	return td_child_run(&out);
}

static bool is_compiled(const struct td_word *word)
{
	return word->use == TD_USE_SOURCE || word->use == TD_USE_PLAIN || word->use == TD_USE_HEADER;
}

/* All inputs are tried, as the compilers do; the first failure counts. */
static int compile_all(const struct td_steps *self, struct td_strings *objects)
{
	bool is_linked = self->command.stop == TD_STOP_LINKED && !self->command.headers;
	int failure = 0;

	for (size_t i = 0; i < self->command.count; i++) {
		const struct td_word *word = &self->command.items[i];
		char *object = NULL, *name;
		int status;

		if (!is_compiled(word))
			continue;
		if (is_linked) {
			name = derived_name(word->text, ".o");
			object = td_child_file(name);
			TD_PUSH(objects, object);
			free(name);
		}
		status = compile(self, word, object);
		if (!failure)
			failure = status;
	}
	return failure;
}

static _Noreturn void weave(const struct td_steps *self)
{
	struct td_strings objects = { 0 }, out = { 0 };
	int failure = compile_all(self, &objects);

	if (failure || self->command.stop != TD_STOP_LINKED || self->command.headers)
		td_child_end(failure);
	td_step_link(self, &out, &objects);
	td_child_become(&out);
}

/* The compiler says best what is wrong with it. */
static bool has_one_output_for_many(const struct td_cc_command *command)
{
	return command->output && command->stop != TD_STOP_LINKED && command->sources + command->plain + command->headers > 1;
}

void td_cc(const struct td_cc_options *options, bool is_cxx, char **words)
{
	struct td_steps self = { .volatile_is_atomic = options->volatile_is_atomic, .is_cxx = is_cxx };
	struct td_strings expanded = { 0 }, out = { 0 };

	for (char **word = words; *word; word++)
		TD_PUSH(&expanded, *word);
	td_response_expand(&expanded);
	td_command_read(&self.command, expanded.items);
	if (!self.command.is_query)
		refuse(&self.command);
	td_places_find(&self.places);
	td_compiler_choose(&self.compiler, &self.places, options->compiler, is_cxx);
	if (self.volatile_is_atomic && self.compiler.kind != TD_COMPILER_CLANG)
		die("--volatile=atomic needs clang, and the compiler is %s", self.compiler.words.items[0]);
	if (self.command.is_query || has_one_output_for_many(&self.command))
		pass_on(&self, words);
	if (self.command.stop == TD_STOP_FRONT) {
		td_step_front_only(&self, &out);
		td_child_become(&out);
	}
	weave(&self);
}
