/* Which operator it is.  libclang says so from version 17 on; before, it has to be read in the source, between the operands,
 * at the places where these are spelt. */
#include "parse.h"

#include <ctype.h>
#include <string.h>

struct word {
	const char *text;
	enum td_operator op;
	bool assigns;
};

/* Longer ones first, so that a prefix is not taken for the whole. */
static const struct word words[] = {
	{ "<<=", TD_O_SHL, true },  { ">>=", TD_O_SHR, true }, { "<=>", TD_O_NONE, false }, { "*=", TD_O_MUL, true },
	{ "/=", TD_O_DIV, true },   { "%=", TD_O_REM, true },  { "+=", TD_O_ADD, true },    { "-=", TD_O_SUB, true },
	{ "&=", TD_O_AND, true },   { "^=", TD_O_XOR, true },  { "|=", TD_O_OR, true },	    { "<<", TD_O_SHL, false },
	{ ">>", TD_O_SHR, false },  { "<=", TD_O_LE, false },  { ">=", TD_O_GE, false },    { "==", TD_O_EQ, false },
	{ "!=", TD_O_NE, false },   { "&&", TD_O_ALL, false }, { "||", TD_O_ANY, false },   { "++", TD_O_INC, false },
	{ "--", TD_O_DEC, false },  { "*", TD_O_MUL, false },  { "/", TD_O_DIV, false },    { "%", TD_O_REM, false },
	{ "+", TD_O_ADD, false },   { "-", TD_O_SUB, false },  { "<", TD_O_LT, false },	    { ">", TD_O_GT, false },
	{ "&", TD_O_AND, false },   { "^", TD_O_XOR, false },  { "|", TD_O_OR, false },	    { "=", TD_O_NONE, true },
	{ ",", TD_O_COMMA, false }, { "!", TD_O_NOT, false },  { "~", TD_O_INVERT, false },
};

static const struct word *word_at(const char *text, size_t room)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i].text);

		if (length <= room && !memcmp(text, words[i].text, length))
			return &words[i];
	}
	return NULL;
}

struct td_operation td_operation_of_text(const char *text)
{
	const struct word *word = word_at(text, strlen(text));

	if (!word || strlen(word->text) != strlen(text))
		return (struct td_operation){ 0 };
	return (struct td_operation){ word->op, word->assigns, false };
}

static struct td_operation unary_of_text(const char *text)
{
	switch (*text) {
	case '*':
		return (struct td_operation){ .op = TD_O_DEREF };
	case '&':
		return (struct td_operation){ .op = TD_O_ADDRESS };
	case '-':
		return (struct td_operation){ .op = text[1] == '-' ? TD_O_DEC : TD_O_NEG };
	case '+':
		return (struct td_operation){ .op = text[1] == '+' ? TD_O_INC : TD_O_NONE };
	case '!':
		return (struct td_operation){ .op = TD_O_NOT };
	case '~':
		return (struct td_operation){ .op = TD_O_INVERT };
	default:
		return (struct td_operation){ 0 };
	}
}

#if CINDEX_VERSION_MINOR >= 64

struct td_operation td_binary_operation(struct td_parsing *self, CXCursor cursor, CXCursor left, CXCursor right)
{
	CXString text = clang_getBinaryOperatorKindSpelling(clang_getCursorBinaryOperatorKind(cursor));
	struct td_operation operation = td_operation_of_text(clang_getCString(text));

	(void)self, (void)left, (void)right;
	clang_disposeString(text);
	return operation;
}

struct td_operation td_unary_operation(struct td_parsing *self, CXCursor cursor, CXCursor operand)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
	CXString text = clang_getUnaryOperatorKindSpelling(kind);
	struct td_operation operation = unary_of_text(clang_getCString(text));

	(void)self, (void)operand;
	operation.postfix = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
	clang_disposeString(text);
	return operation;
}

#else

static bool is_operator_char(char c)
{
	return c && strchr("*/%+-<>&^|=,!~", c);
}

/* The operator that ends right before `at`, blanks and opening parentheses aside. */
static const struct word *word_before(const char *at, const char *begin)
{
	const char *first;

	while (at > begin && (isspace((unsigned char)at[-1]) || at[-1] == '('))
		at--;
	first = at;
	while (first > begin && is_operator_char(first[-1]) && at - first < 3)
		first--;
	for (; first < at; first++) {
		const struct word *word = word_at(first, (size_t)(at - first));

		if (word && word->op != TD_O_NOT)
			return word;
	}
	return NULL;
}

static const struct word *word_after(const char *at, const char *end)
{
	while (at < end && (isspace((unsigned char)*at) || *at == ')'))
		at++;
	return word_at(at, (size_t)(end - at));
}

struct td_operation td_binary_operation(struct td_parsing *self, CXCursor cursor, CXCursor left, CXCursor right)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getRangeStart(clang_getCursorExtent(right)), &begin, &end);
	const struct word *word = at ? word_before(at, begin) : NULL;

	(void)cursor;
	if (!word) {
		at = td_spelt_at(self, clang_getRangeEnd(clang_getCursorExtent(left)), &begin, &end);
		word = at ? word_after(at, end) : NULL;
	}
	return word ? (struct td_operation){ word->op, word->assigns, false } : (struct td_operation){ 0 };
}

struct td_operation td_unary_operation(struct td_parsing *self, CXCursor cursor, CXCursor operand)
{
	const char *begin, *end, *at = td_spelt_at(self, clang_getRangeStart(clang_getCursorExtent(cursor)), &begin, &end);
	struct td_operation operation = { 0 };
	const struct word *word;

	if (at && at < end && is_operator_char(*at))
		return unary_of_text((char[]){ *at, at + 1 < end ? at[1] : '\0', '\0' });
	at = td_spelt_at(self, clang_getRangeEnd(clang_getCursorExtent(operand)), &begin, &end);
	word = at ? word_after(at, end) : NULL;
	if (word && (word->op == TD_O_INC || word->op == TD_O_DEC))
		operation = (struct td_operation){ .op = word->op, .postfix = true };
	return operation;
}

#endif
