#include "instruction.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OPERANDS = 4 };

struct parts {
	char name[32];
	char operands[MOST_OPERANDS][256];
	int count;
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_any_of(const char *const *names, const char *name, size_t length)
{
	for (; *names; names++)
		if (strlen(*names) == length && strncmp(*names, name, length) == 0)
			return true;
	return false;
}

static bool begins_with_any_of(const char *const *names, const char *text)
{
	for (; *names; names++)
		if (begins(text, *names))
			return true;
	return false;
}

bool td_is_prefix(const char *word, int length)
{
	static const char *const prefixes[] = { "lock", "rep", "repe", "repz", "repne", "repnz", "xacquire", "xrelease", "data16",
						"notrack", "cs", "ds", "es", "ss", NULL };

	return is_any_of(prefixes, word, (size_t)length);
}

static void copy(char *to, size_t room, const char *from, size_t length)
{
	while (length && isspace((unsigned char)*from))
		from++, length--;
	while (length && isspace((unsigned char)from[length - 1]))
		length--;
	snprintf(to, room, "%.*s", (int)length, from);
}

static void take_operands(struct parts *self, const char *text)
{
	int depth = 0;
	const char *begin = text;

	for (; self->count < MOST_OPERANDS; text++) {
		depth += (*text == '(') - (*text == ')');
		if (*text && (*text != ',' || depth))
			continue;
		copy(self->operands[self->count], sizeof self->operands[0], begin, (size_t)(text - begin));
		self->count += self->operands[self->count][0] != 0;
		if (!*text)
			return;
		begin = text + 1;
	}
}

static struct parts take_apart(const char *text)
{
	struct parts self = { .count = 0 };
	size_t length;

	text += strspn(text, " \t");
	length = strcspn(text, " \t");
	for (size_t i = 0; i < length && i + 1 < sizeof self.name; i++)
		self.name[i] = (char)tolower((unsigned char)text[i]);
	take_operands(&self, text + length);
	return self;
}

/* Registers and constants begin with a sign of their own; a segment before an address means thread-local memory. */
static bool is_memory(const char *operand)
{
	return *operand != '$' && *operand != '%' && *operand != '*' && *operand != '{';
}

/* The size that a register has; 0: it is none of those with one. */
static unsigned size_of_register(const char *name)
{
	static const char *const bytes[] = { "%al", "%bl", "%cl", "%dl", "%ah", "%bh", "%ch", "%dh", "%sil", "%dil", "%bpl", "%spl", NULL };
	size_t length = strlen(name);

	if (begins(name, "%xmm"))
		return 16;
	if (is_any_of(bytes, name, length))
		return 1;
	if (begins(name, "%r") && isdigit((unsigned char)name[2]))
		return name[length - 1] == 'd' ? 4 : name[length - 1] == 'w' ? 2 : name[length - 1] == 'b' ? 1 : 8;
	return begins(name, "%r") ? 8 : begins(name, "%e") ? 4 : length == 3 && *name == '%' ? 2 : 0;
}

static unsigned size_of_suffix(char suffix)
{
	return suffix == 'b' ? 1 : suffix == 'w' ? 2 : suffix == 'l' ? 4 : suffix == 'q' ? 8 : 0;
}

/* The size that a name ends with, if it does: `sub` is not one of a byte. */
static unsigned size_in_name(const char *name)
{
	static const char *const known[] = { "mov", "xchg", "cmpxchg", "xadd", "add", "sub", "inc", "dec", "and", "or", "xor", "not",
					     "neg", "bt", "bts", "btr", "btc", "adc", "sbb", "cmp", "test", "shl", "shr", "sal", "sar",
					     "rol", "ror", "mul", "imul", "div", "idiv", "movnti", "movbe", "crc32", NULL };
	size_t length = strlen(name);

	if (!strcmp(name, "cmpxchg8b") || !strcmp(name, "cmpxchg16b"))
		return name[7] == '8' ? 8 : 16;
	if (begins(name, "set"))
		return 1;
	if ((begins(name, "movz") || begins(name, "movs")) && length == 6 && size_of_suffix(name[5])) /* movzbl, movslq */
		return size_of_suffix(name[4]);
	return length && is_any_of(known, name, length - 1) ? size_of_suffix(name[length - 1]) : 0;
}

static unsigned size_of_vector(const char *name)
{
	static const char *const fours[] = { "movss", "movd", "addss", "subss", "mulss", "divss", "cvtss", "comiss", "ucomiss", NULL };
	static const char *const eights[] = { "movsd", "movq", "movlp", "movhp", "addsd", "subsd", "mulsd", "divsd", "cvtsd", "comisd",
					      "ucomisd", "movddup", NULL };

	name += *name == 'v';
	return begins_with_any_of(fours, name) ? 4 : begins_with_any_of(eights, name) ? 8 : begins(name, "cvt") ? 0 : 16;
}

static unsigned size_of(const struct parts *parts)
{
	for (int i = 0; i < parts->count; i++)
		if (begins(parts->operands[i], "%xmm"))
			return size_of_vector(parts->name);
	if (size_in_name(parts->name))
		return size_in_name(parts->name);
	for (int i = parts->count - 1; i >= 0; i--) /* a count in %cl comes first */
		if (size_of_register(parts->operands[i]))
			return size_of_register(parts->operands[i]);
	return 0;
}

/* What is done to the operand in memory at this place. */
static enum td_asm_kind kind_of(const char *prefix, const struct parts *parts, int at)
{
	static const char *const both[] = { "xchg", "xadd", NULL };
	static const char *const only_read[] = { "cmp", "test", "mul", "div", "imul", "idiv", "comis", "ucomis", "ldmxcsr", NULL };
	static const char *const only_written[] = { "mov", "vmov", "set", "stmxcsr", "fst", "fnst", "fist", NULL };
	const char *name = parts->name;
	bool is_bit_test = begins(name, "bt") && strchr("wlq", name[2]);

	if (begins(name, "cmpxchg"))
		return TD_ASM_SWAP;
	if (strstr(prefix, "lock") || begins_with_any_of(both, name))
		return TD_ASM_READ_AND_WRITE;
	if (at < parts->count - 1 || is_bit_test || begins_with_any_of(only_read, name))
		return TD_ASM_READ;
	return begins_with_any_of(only_written, name) ? TD_ASM_WRITE : TD_ASM_READ_AND_WRITE;
}

/* Addresses are computed and not used, or what is there does not change. */
static bool only_looks_so(const char *name)
{
	static const char *const names[] = { "lea", "nop", "prefetch", "clflush", "clwb", "invlpg", "endbr", NULL };

	return begins_with_any_of(names, name);
}

bool td_instruction_moves_stack(const char *text)
{
	static const char *const names[] = { "push", "pop", "call", "ret", "enter", "leave", "iret", "sysret", "xbegin", "xend", NULL };
	struct parts parts = take_apart(text);

	if (begins_with_any_of(names, parts.name) && strcmp(parts.name, "popcnt") && !begins(parts.name, "popcnt"))
		return true;
	return parts.count > 0 && !strcmp(parts.operands[parts.count - 1], "%rsp");
}

static struct td_instruction string_instruction(const char *prefix, const struct parts *parts)
{
	static const char *const fill[] = { "stosb", "stosw", "stosl", "stosq", NULL };
	static const char *const move[] = { "movsb", "movsw", "movsl", "movsq", NULL };
	struct td_instruction self = { TD_TOUCHES_NOTHING, 0, "" };
	size_t length = strlen(parts->name);
	bool fills = is_any_of(fill, parts->name, length), moves = is_any_of(move, parts->name, length);
	unsigned kind = fills ? TD_ASM_FILL : TD_ASM_COPY;

	if ((fills || moves) && parts->count == 0) {
		self.touch = TD_TOUCHES_MEMORY;
		self.what = kind << TD_ASM_KIND_SHIFT | size_of_suffix(parts->name[length - 1]);
		self.what |= strstr(prefix, "rep") ? TD_ASM_REPEATED : 0;
	} else if (begins(parts->name, "scas") || begins(parts->name, "cmps") || begins(parts->name, "lods")) {
		self.touch = TD_TOUCHES_UNKNOWN;
	}
	return self;
}

static struct td_instruction fence(void)
{
	return (struct td_instruction){ TD_TOUCHES_MEMORY, TD_ASM_FENCE << TD_ASM_KIND_SHIFT, "" };
}

static struct td_instruction on_memory(const char *prefix, const struct parts *parts, int at)
{
	struct td_instruction self = { TD_TOUCHES_MEMORY, size_of(parts), "" };

	if (strstr(parts->operands[at], "%rsp")) /* its own stack; what is locked there is meant as a fence */
		return strstr(prefix, "lock") ? fence() : (struct td_instruction){ TD_TOUCHES_NOTHING, 0, "" };
	if (!self.what)
		self.touch = TD_TOUCHES_UNKNOWN;
	self.what |= (unsigned)kind_of(prefix, parts, at) << TD_ASM_KIND_SHIFT;
	snprintf(self.operand, sizeof self.operand, "%s", parts->operands[at]);
	return self;
}

/* What belongs to the processor and not to the program: x87 state that is kept and restored, and the like. */
static bool is_of_no_interest(const char *name)
{
	static const char *const names[] = { "j", "loop", "int", "syscall", "in", "out", "f", "sgdt", "sidt", "lgdt", "lidt", "xsave",
					     "xrstor", "verw", "verr", "str", "sldt", "smsw", "ldmxcsr", "stmxcsr", NULL };
	static const char *const others[] = { "inc", "incb", "incw", "incl", "incq", NULL };

	return begins_with_any_of(names, name) && !is_any_of(others, name, strlen(name));
}

struct td_instruction td_instruction_parse(const char *prefix, const char *text)
{
	struct parts parts = take_apart(text);
	struct td_instruction nothing = { TD_TOUCHES_NOTHING, 0, "" };

	if (!strcmp(parts.name, "mfence") || !strcmp(parts.name, "lfence") || !strcmp(parts.name, "sfence"))
		return fence();
	if (only_looks_so(parts.name) || is_of_no_interest(parts.name) || td_instruction_moves_stack(text))
		return nothing;
	for (int i = 0; i < parts.count; i++)
		if (is_memory(parts.operands[i]))
			return on_memory(prefix, &parts, i);
	return string_instruction(prefix, &parts);
}
