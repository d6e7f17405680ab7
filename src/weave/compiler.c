#include "compiler.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The program that a shell would run, or NULL. */
static char *find_program(const char *name)
{
	const char *list = getenv("PATH");

	if (strchr(name, '/'))
		return access(name, X_OK) == 0 ? td_strdup(name) : NULL;
	while (list && *list) {
		size_t length = strcspn(list, ":");
		char *path = td_format("%.*s/%s", length ? (int)length : 1, length ? list : ".", name);

		if (access(path, X_OK) == 0)
			return path;
		free(path);
		list += length + (list[length] == ':');
	}
	return NULL;
}

static void add_words(struct td_strings *words, const char *text)
{
	while (*(text += strspn(text, " \t"))) {
		size_t length = strcspn(text, " \t");

		TD_PUSH(words, td_format("%.*s", (int)length, text));
		text += length;
	}
}

static bool kind_from_name(const char *path, enum td_compiler_kind *kind)
{
	const char *name = base_name(path);

	if (strstr(name, "clang"))
		*kind = TD_COMPILER_CLANG;
	else if (strstr(name, "gcc") || strstr(name, "g++"))
		*kind = TD_COMPILER_GCC;
	else
		return false;
	return true;
}

/* From its name, else from the name of what it is a link to, else by asking it. */
static enum td_compiler_kind find_kind(const struct td_compiler *self, const char *program)
{
	enum td_compiler_kind kind = TD_COMPILER_GCC;
	char *real = realpath(program, NULL), *answer;

	for (size_t i = self->words.count; i-- > 0;)
		if (self->words.items[i][0] != '-' && kind_from_name(self->words.items[i], &kind))
			return kind;
	if (real && kind_from_name(real, &kind))
		return kind;
	answer = td_child_ask(&self->words, "--version");
	if (!answer)
		die("%s is no compiler that treadle knows", self->words.items[0]);
	return strstr(answer, "clang") ? TD_COMPILER_CLANG : TD_COMPILER_GCC;
}

/* clang of the rewriter's own version under its usual names. */
static char *find_clang(const struct td_places *places, bool is_cxx)
{
	char *versioned = td_format("clang%s-%d", is_cxx ? "++" : "", TD_LLVM_MAJOR), *answer;
	const char *name = is_cxx ? "clang++" : "clang";
	struct td_strings plain = { 0 };

	if (!places->weaver)
		return NULL;
	if (find_program(versioned))
		return versioned;
	if (!find_program(name))
		return NULL;
	TD_PUSH(&plain, td_strdup(name));
	answer = td_child_ask(&plain, "-dumpversion");
	return answer && atoi(answer) == TD_LLVM_MAJOR ? td_strdup(name) : NULL;
}

/* $CC is often "treadle cc" itself: make exports it. */
static bool is_treadle(const struct td_places *places, const char *command)
{
	struct td_strings words = { 0 };

	add_words(&words, command);
	for (size_t i = 0; i < words.count; i++) {
		char *program = find_program(words.items[i]);
		char *real = program ? realpath(program, NULL) : NULL;

		if (!strncmp(base_name(words.items[i]), "treadle", 7) || (real && !strcmp(real, places->tool)))
			return true;
	}
	return words.count == 0;
}

static const char *gcc_for(bool is_cxx)
{
	return is_cxx ? "g++" : "gcc";
}

static const char *command_asked_for(const struct td_places *places, const char *named, bool is_cxx)
{
	const char *environment = getenv(is_cxx ? "CXX" : "CC");

	if (named)
		return named;
	return environment && !is_treadle(places, environment) ? environment : NULL;
}

static const char *pick_command(const struct td_places *places, const char *asked_for, bool is_cxx)
{
	const char *command = asked_for, *gcc = gcc_for(is_cxx);

	if (command && (!strcmp(command, "clang") || !strcmp(command, "clang++"))) {
		char *clang = find_clang(places, is_cxx);

		return clang ? clang : is_cxx ? "clang++" : command;
	}
	if (command)
		return is_cxx && !strcmp(command, "gcc") ? gcc : command;
	command = find_clang(places, is_cxx);
	if (!command)
		command = find_program(gcc) ? gcc : is_cxx ? "c++" : "cc";
	return command;
}

void td_compiler_choose(struct td_compiler *self, const struct td_places *places, const char *named, bool is_cxx)
{
	const char *asked_for = command_asked_for(places, named, is_cxx), *command = pick_command(places, asked_for, is_cxx);
	char *program, *answer;

	memset(self, 0, sizeof *self);
	self->is_default = !asked_for;
	add_words(&self->words, command);
	program = self->words.count ? find_program(self->words.items[0]) : NULL;
	if (!program)
		die("cannot find the compiler %s", command);
	self->kind = find_kind(self, program);
	if (self->kind == TD_COMPILER_GCC) {
		answer = td_child_ask(&self->words, "-dumpversion");
		self->major = answer ? atoi(answer) : 0;
	} else if (!places->weaver) {
		die("%s cannot be used: this treadle was built without LLVM's development files; try --compiler=gcc", command);
	}
	free(program);
}

const char *td_compiler_other(bool is_cxx)
{
	const char *gcc = gcc_for(is_cxx);
	char *program = find_program(gcc);

	free(program);
	return program ? gcc : NULL;
}
