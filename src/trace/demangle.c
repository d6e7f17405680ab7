#include "demangle.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

char *__cxa_demangle(const char *symbol, char *buffer, size_t *size, int *status);

struct shortening {
	const char *at;
	char *name; /* so far */
	size_t length;
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const struct shortening *self, const char *with)
{
	size_t length = strlen(with);

	return self->length >= length && !strncmp(self->name + self->length - length, with, length);
}

static void copy(struct shortening *self, size_t length)
{
	memcpy(self->name + self->length, self->at, length);
	self->length += length;
	self->at += length;
}

/* From a bracket to behind the one that closes it; to the end if none does. */
static size_t bracketed(const char *text)
{
	int depth = 0;
	size_t i = 0;

	do {
		depth += strchr("(<{[", text[i]) != NULL;
		depth -= strchr(")>}]", text[i]) != NULL && !(text[i] == '>' && i && text[i - 1] == '-');
		i++;
	} while (depth && text[i]);
	return i;
}

/* Of an operator; template arguments may be behind it. */
static size_t sign_length(const char *text)
{
	static const char *const long_signs[] = { "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "->", "&&", "||", "++",
						  "--", "==", "!=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "\"\"", NULL };

	for (const char *const *sign = long_signs; *sign; sign++)
		if (begins(text, *sign))
			return strlen(*sign);
	return *text != 0;
}

/* A conversion has no parameters, but the type may have some: operator void (*)(int)().  operator new has. */
static size_t type_length(const char *text)
{
	const char *end = strstr(text, "()"), *next;

	while (end && (next = strstr(end + 1, "()")))
		end = next;
	return end ? (size_t)(end - text) : strcspn(text, "(");
}

/* The rest of a name that begins with `operator`: its sign, or the type or new that is behind a blank. */
static void copy_operator(struct shortening *self)
{
	copy(self, strlen("operator"));
	if (*self->at == ' ')
		copy(self, type_length(self->at));
	else
		copy(self, sign_length(self->at));
	if (begins(self->at, " <")) /* so that operator< of a template can be told */
		copy(self, 1);
}

/* Behind the parameters of a function: f() const, f() &&, f() [clone .cold] */
static void skip_qualifiers(struct shortening *self)
{
	while (*self->at == ' ' || *self->at == '&' || *self->at == '[' || isalpha((unsigned char)*self->at))
		self->at += *self->at == '[' ? bracketed(self->at) : 1;
}

static void skip_parameters(struct shortening *self)
{
	if (begins(self->at, "(anonymous namespace)::")) {
		self->at += strlen("(anonymous namespace)::");
		return;
	}
	self->at += bracketed(self->at);
	skip_qualifiers(self);
}

/* {lambda(int)#1}::operator()(int) const is what a report calls lambda. */
static void shorten_lambda(struct shortening *self)
{
	static const char call[] = "::operator()";
	const char *end = self->at + bracketed(self->at);

	memcpy(self->name + self->length, "lambda", strlen("lambda"));
	self->length += strlen("lambda");
	self->at = begins(end, call) ? end + strlen(call) : end;
}

static bool is_at_operator(const struct shortening *self)
{
	char behind = begins(self->at, "operator") ? self->at[strlen("operator")] : 'x';

	return !isalnum((unsigned char)behind) && behind != '_' && (self->length == 0 || ends(self, "::"));
}

static void step(struct shortening *self)
{
	if (is_at_operator(self)) {
		copy_operator(self);
	} else if (begins(self->at, "{lambda")) {
		shorten_lambda(self);
	} else if (*self->at == '(') {
		skip_parameters(self);
	} else if (*self->at == '<' || *self->at == '{' || *self->at == '[') {
		copy(self, bracketed(self->at));
	} else if (*self->at == ' ') { /* what was before it is the result's type */
		self->at++;
		self->length = 0;
	} else {
		copy(self, 1);
	}
}

static char *shorten(const char *full)
{
	struct shortening self = { .at = full, .name = td_alloc(strlen(full) + sizeof "lambda") };

	while (*self.at)
		step(&self);
	self.name[self.length] = 0;
	if (self.length)
		return self.name;
	free(self.name);
	return td_strdup(full);
}

/* What the compiler has made up has words before the name that it belongs to. */
static const struct {
	const char *words, *instead;
} made_up[] = {
	{ "guard variable for ", "guard of " },
	{ "typeinfo for ", "typeinfo for " },
	{ "typeinfo name for ", "typeinfo name for " },
	{ "TLS wrapper function for ", "" },
	{ "TLS init function for ", "initialisation of " },
	{ "non-virtual thunk to ", "" },
	{ "virtual thunk to ", "" },
	{ "covariant return thunk to ", "" },
	{ "transaction clone for ", "" },
};

char *td_demangled_name(const char *full)
{
	char *name, *whole;

	if (begins(full, "vtable for ") || begins(full, "VTT for ") || begins(full, "construction vtable for "))
		return td_strdup("vtable");
	for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++) {
		if (!begins(full, made_up[i].words))
			continue;
		name = shorten(full + strlen(made_up[i].words));
		whole = td_format("%s%s", made_up[i].instead, name);
		free(name);
		return whole;
	}
	return shorten(full);
}

/* Behind a dot the compiler says what it has made of a function of C (wait.part.0), or which of several statics this is (count.1). */
static char *before_dot(const char *symbol)
{
	size_t length = strcspn(symbol, ".");

	return length ? td_format("%.*s", (int)length, symbol) : td_strdup(symbol);
}

char *td_demangle(const char *symbol)
{
	char *full = begins(symbol, "_Z") ? __cxa_demangle(symbol, NULL, NULL, NULL) : NULL;
	char *name = full ? td_demangled_name(full) : before_dot(symbol);

	free(full);
	return name;
}
