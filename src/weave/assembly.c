#include "assembly.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "instruction.h"

/* An asm statement: its lines as they are, and what they consist of: labels, directives, instructions, prefixes. */
struct statement {
	struct td_strings lines, parts;
	char *file; /* where it is in the source, or NULL */
	long line;
};

struct weaving {
	FILE *out;
	bool in_function, has_frame, is_intel;
	bool is_inside;          /* a statement */
	struct statement statement;
	char prefix[64];         /* of the instruction to come */
	char *warned_file;       /* the last place that was warned of: what a macro has in it comes many times */
	long warned_line;
	bool has_changed;
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void drop_strings(struct td_strings *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		free(strings->items[i]);
	strings->count = 0;
}

/* Taking a statement apart. */

static size_t label_length(const char *text)
{
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$");

	return length && text[length] == ':' ? length + 1 : 0;
}

static void add_part(struct td_strings *parts, const char *text, size_t length)
{
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	while (length && isspace((unsigned char)*text))
		text++, length--;
	if (length)
		TD_PUSH(parts, td_format("%.*s", (int)length, text));
}

/* Labels and prefixes before an instruction are parts of their own: lock; incl (%rax) is as good as lock incl (%rax). */
static void split_part(struct td_strings *parts, const char *text, size_t length)
{
	const char *end = text + length;

	while (text < end) {
		size_t word;

		text += strspn(text, " \t");
		word = label_length(text);
		if (!word && td_is_prefix(text, (int)strcspn(text, " \t;#")))
			word = strcspn(text, " \t;#");
		if (!word || text + word > end)
			break;
		add_part(parts, text, word);
		text += word;
	}
	if (text < end)
		add_part(parts, text, (size_t)(end - text));
}

/* Up to a `;` or a comment, neither inside quotation marks. */
static size_t length_of_part(const char *text)
{
	bool is_quoted = false;
	size_t i;

	for (i = 0; text[i]; i++) {
		if (text[i] == '"' && (i == 0 || text[i - 1] != '\\'))
			is_quoted = !is_quoted;
		if (!is_quoted && (text[i] == ';' || text[i] == '#'))
			break;
	}
	return i;
}

static void split_line(struct td_strings *parts, const char *text)
{
	while (*text) {
		size_t length = length_of_part(text);

		split_part(parts, text, length);
		if (text[length] != ';')
			return;
		text += length + 1;
	}
}

/* Comments in the middle of a line become blanks. */
static char *without_comments(const char *line)
{
	char *text = td_strdup(line), *begin, *end;

	while ((begin = strstr(text, "/*")) && (end = strstr(begin + 2, "*/")))
		memset(begin, ' ', (size_t)(end + 2 - begin));
	return text;
}

static void add_line(struct statement *self, const char *line)
{
	char *text = without_comments(line);

	split_line(&self->parts, text);
	TD_PUSH(&self->lines, text);
}

/* Before a statement stands where it comes from: # 19 "lock.c" 1 */
static bool is_place(struct statement *self, const char *text)
{
	char name[4096];
	long line;

	if (sscanf(text, "# %ld \"%4095[^\"]\" 1", &line, name) != 2)
		return false;
	free(self->file);
	self->file = td_strdup(name);
	self->line = line;
	return true;
}

/* Weaving it. */

static bool has_any_of(const struct td_strings *strings, const char *const *words)
{
	for (size_t i = 0; i < strings->count; i++)
		for (const char *const *word = words; *word; word++)
			if (strstr(strings->items[i], *word))
				return true;
	return false;
}

static bool moves_stack(const struct statement *self)
{
	for (size_t i = 0; i < self->parts.count; i++)
		if (td_instruction_moves_stack(self->parts.items[i]))
			return true;
	return false;
}

/* Text that is not what it looks like, and registers that the hooks do not keep. */
static bool is_strange(const struct statement *self)
{
	static const char *const signs[] = { ".macro", ".rept", ".irp", ".if", ".intel_syntax", "/*", "%ymm", "%zmm", NULL };

	return has_any_of(&self->lines, signs);
}

static bool is_of_coprocessor(const struct statement *self)
{
	static const char *const signs[] = { "%mm", "%st", NULL };

	return has_any_of(&self->lines, signs);
}

static void warn(struct weaving *self)
{
	const struct statement *statement = &self->statement;

	if (self->warned_file && self->warned_line == statement->line && !strcmp(self->warned_file, statement->file))
		return;
	warning("%s:%ld: not all that this inline assembly reads and writes is seen; a race that it prevents may be reported",
		statement->file ? statement->file : "?", statement->line);
	free(self->warned_file);
	self->warned_file = td_strdup(statement->file ? statement->file : "?");
	self->warned_line = statement->line;
}

/* What is 128 bytes below the stack pointer may be in use, and the flags may be. */
static void put_before(FILE *out, const struct td_instruction *instruction)
{
	fprintf(out, "\tleaq -128(%%rsp), %%rsp\n\tpushq %%rdi\n\tleaq %s, %%rdi\n\tpushq %%rdi\n\tmovq 8(%%rsp), %%rdi\n",
		*instruction->operand ? instruction->operand : "(%rdi)");
	fprintf(out, "\tpushq $%u\n\tpushq $0\n\tcall *__treadle_asm_enter@GOTPCREL(%%rip)\n", instruction->what);
}

static void put_behind(FILE *out, const struct td_instruction *instruction)
{
	if (*instruction->operand)
		fprintf(out, "\tcall *__treadle_asm_leave@GOTPCREL(%%rip)\n");
	fprintf(out, "\tleaq 160(%%rsp), %%rsp\n");
}

static void put_instruction(struct weaving *self, const char *text)
{
	struct td_instruction instruction = td_instruction_parse(self->prefix, text);
	bool is_woven = instruction.touch == TD_TOUCHES_MEMORY;

	if (instruction.touch == TD_TOUCHES_UNKNOWN)
		warn(self);
	if (is_woven)
		put_before(self->out, &instruction);
	fprintf(self->out, "\t%s%s\n", self->prefix, text);
	if (is_woven)
		put_behind(self->out, &instruction);
	self->has_changed |= is_woven;
	self->prefix[0] = 0;
}

/* Prefixes that no instruction followed. */
static void put_rest(struct weaving *self)
{
	if (self->prefix[0])
		fprintf(self->out, "\t%s\n", self->prefix);
	self->prefix[0] = 0;
}

static void put_part(struct weaving *self, const char *text)
{
	size_t length = strlen(text);

	if (td_is_prefix(text, (int)length) && strlen(self->prefix) + length + 2 < sizeof self->prefix) {
		strcat(strcat(self->prefix, text), " ");
		return;
	}
	if (*text != '.' && text[length - 1] != ':') {
		put_instruction(self, text);
		return;
	}
	put_rest(self);
	fprintf(self->out, "%s%s\n", *text == '.' ? "\t" : "", text);
}

static void put_lines(const struct weaving *self)
{
	for (size_t i = 0; i < self->statement.lines.count; i++)
		fputs(self->statement.lines.items[i], self->out);
}

/* A statement that moves the stack switches threads of its own, or calls functions: there is no place for a hook in
 * it. */
static void put_statement(struct weaving *self)
{
	struct statement *statement = &self->statement;
	bool is_plain = !self->in_function || !self->has_frame || moves_stack(statement) || is_of_coprocessor(statement);

	if (is_plain || is_strange(statement) || self->is_intel) {
		if (!is_plain && statement->parts.count)
			warn(self);
		put_lines(self);
	} else {
		for (size_t i = 0; i < statement->parts.count; i++)
			put_part(self, statement->parts.items[i]);
		put_rest(self);
	}
	drop_strings(&statement->lines);
	drop_strings(&statement->parts);
}

static void note_function(struct weaving *self, const char *line)
{
	if (strstr(line, "\t.type\t") && strstr(line, "@function")) {
		self->in_function = true;
		self->has_frame = false;
	} else if (strstr(line, "\t.size\t")) {
		self->in_function = false;
	} else if (strstr(line, "movq\t%rsp, %rbp")) {
		self->has_frame = true;
	} else if (strstr(line, ".intel_syntax")) {
		self->is_intel = true;
	}
}

/* Statements with nothing between them share one pair of marks, but each has its place before and # 0 "" 2 behind it. */
static void weave_line(struct weaving *self, const char *line)
{
	bool is_end = begins(line, "# 0 \"\" 2") || begins(line, "#NO_APP");

	if (!self->is_inside) {
		note_function(self, line);
		self->is_inside = begins(line, "#APP");
	} else if (is_end || is_place(&self->statement, line)) {
		put_statement(self);
		self->is_inside = !begins(line, "#NO_APP");
	} else {
		add_line(&self->statement, line);
		return;
	}
	fputs(line, self->out);
}

static void weave(struct weaving *self, FILE *in)
{
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, in) >= 0)
		weave_line(self, line);
	put_statement(self);
	free(line);
}

static bool has_statements(FILE *in)
{
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (!found && getline(&line, &room, in) >= 0)
		found = begins(line, "#APP");
	free(line);
	rewind(in);
	return found;
}

static void write_back(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0)
		die("cannot write %s: %s", path, strerror(errno));
}

void td_assembly_weave(const char *path)
{
	struct weaving self = { 0 };
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!in)
		return; /* the assembler says why */
	if (has_statements(in)) {
		self.out = open_memstream(&text, &size);
		if (!self.out)
			die("out of memory");
		weave(&self, in);
		fclose(self.out);
	}
	fclose(in);
	if (self.has_changed)
		write_back(path, text, size);
	free(self.statement.file);
	free(self.warned_file);
	free(text);
}

static bool is_assembler(const char *program)
{
	const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
	size_t length = strlen(name);

	return !strcmp(name, "as") || (length > 3 && !strcmp(name + length - 3, "-as"));
}

static bool is_assembly(const char *word)
{
	size_t length = strlen(word);

	return *word != '-' && length > 2 && !strcmp(word + length - 2, ".s");
}

void td_assembly_wrap(char **words)
{
	if (is_assembler(words[0]))
		for (char **word = words + 1; *word; word++)
			if (is_assembly(*word))
				td_assembly_weave(*word);
	execvp(words[0], words);
	die("cannot run %s: %s", words[0], strerror(errno));
}
