#include "allocation.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"

struct scene {
	Dwarf_Die *scopes;       /* of the allocating instruction, innermost first; the last is the unit */
	int count;
	uint64_t size;           /* of the block */
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip(const char *at, const char *what)
{
	return at + strspn(at, what);
}

/* The next word into BUFFER; words longer than any sensible name are cut. */
static const char *take_word(const char *at, char buffer[128])
{
	size_t length = 0;

	for (; is_word(*at); at++)
		if (length < 127)
			buffer[length++] = *at;
	buffer[length] = '\0';
	return at;
}

/* True if the block can be made of such things. */
static bool fits(const struct scene *scene, Dwarf_Die *type)
{
	uint64_t size = td_type_size(type);

	return size && scene->size && scene->size % size == 0;
}

static bool pointee(Dwarf_Die *type, Dwarf_Die *target)
{
	Dwarf_Die peeled;

	if (dwarf_peel_type(type, &peeled))
		return false;
	return (dwarf_tag(&peeled) == DW_TAG_pointer_type || dwarf_tag(&peeled) == DW_TAG_array_type) &&
	       td_type_of(&peeled, target);
}

static bool is_type(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_typedef:
	case DW_TAG_base_type:
	case DW_TAG_enumeration_type:
		return !dwarf_hasattr(die, DW_AT_declaration);
	default:
		return false;
	}
}

static bool type_named(Dwarf_Die *parent, const char *name, Dwarf_Die *found)
{
	Dwarf_Die die;

	if (!*name || dwarf_child(parent, &die))
		return false;
	do {
		const char *own = dwarf_diename(&die);

		if (own && is_type(&die) && !strcmp(own, name)) {
			*found = die;
			return true;
		}
		int tag = dwarf_tag(&die);

		if ((tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type) &&
		    type_named(&die, name, found))
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

static bool member_type(Dwarf_Die *type, const char *name, Dwarf_Die *found)
{
	Dwarf_Die peeled, member;

	if (dwarf_peel_type(type, &peeled) || dwarf_child(&peeled, &member))
		return false;
	do {
		const char *own = dwarf_diename(&member);

		if (dwarf_tag(&member) == DW_TAG_member && own && !strcmp(own, name))
			return td_type_of(&member, found);
	} while (dwarf_siblingof(&member, &member) == 0);
	return false;
}

static const char *skip_index(const char *at)
{
	int depth = 0;

	for (; *at; at++) {
		depth += (*at == '[') - (*at == ']');
		if (!depth)
			return at + 1;
	}
	return at;
}

/* The type of "q", "q->head", "slots[i].next". */
static bool expression_type(const struct scene *scene, const char *at, Dwarf_Die *type)
{
	Dwarf_Die variable, next;
	char word[128];

	at = take_word(at, word);
	if (dwarf_getscopevar(scene->scopes, scene->count, word, 0, NULL, 0, 0, &variable) < 0 || !td_type_of(&variable, type))
		return false;
	for (;;) {
		if (*at == '[') {
			at = skip_index(at);
			if (!pointee(type, &next))
				return false;
		} else if (*at == '.' || (at[0] == '-' && at[1] == '>')) {
			at = take_word(at + 1 + (*at == '-'), word);
			if (pointee(type, &next))
				*type = next;
			if (!member_type(type, word, &next))
				return false;
		} else {
			return true;
		}
		*type = next;
	}
}

static bool is_tag_word(const char *word)
{
	return !strcmp(word, "struct") || !strcmp(word, "union") || !strcmp(word, "class") || !strcmp(word, "enum") ||
	       !strcmp(word, "const") || !strcmp(word, "typename");
}

/* After "sizeof" or "new": a type, or an expression with or without a star. */
static bool operand_type(const struct scene *scene, const char *at, Dwarf_Die *type)
{
	Dwarf_Die target;
	char word[128];
	const char *start = skip(at, " \t("), *end;
	bool star = *start == '*';

	start = skip(start, " \t*(");
	end = take_word(start, word);
	while (is_tag_word(word) || (end[0] == ':' && end[1] == ':')) {
		start = skip(end, " \t:");
		end = take_word(start, word);
	}
	if (!star && *skip(end, " \t") != '*' && type_named(&scene->scopes[scene->count - 1], word, type) && fits(scene, type))
		return true;
	if (!expression_type(scene, start, type))
		return false;
	if (star && pointee(type, &target))
		*type = target;
	return fits(scene, type);
}

static bool from_word(const struct scene *scene, const char *line, const char *keyword, Dwarf_Die *type)
{
	size_t length = strlen(keyword);

	for (const char *at = line; (at = strstr(at, keyword)); at += length)
		if ((at == line || !is_word(at[-1])) && !is_word(at[length]) && operand_type(scene, at + length, type))
			return true;
	return false;
}

/* The left side of an assignment or of a declaration with a value. */
static bool from_assignment(const struct scene *scene, const char *line, Dwarf_Die *type)
{
	Dwarf_Die whole;

	for (const char *at = line; (at = strchr(at, '=')); at++) {
		const char *start = at;

		if (at == line || at[1] == '=' || strchr("=!<>+-*/&|^%", at[-1]))
			continue;
		while (start > line && isspace((unsigned char)start[-1]))
			start--;
		while (start > line && (is_word(start[-1]) || strchr(".>-[]", start[-1])))
			start--;
		if (expression_type(scene, start, &whole) && pointee(&whole, type) && fits(scene, type))
			return true;
	}
	return false;
}

static bool is_function(Dwarf_Die *scope)
{
	return dwarf_tag(scope) == DW_TAG_subprogram || dwarf_tag(scope) == DW_TAG_inlined_subroutine;
}

static bool from_result(const struct scene *scene, const char *line, Dwarf_Die *type)
{
	Dwarf_Die result;

	if (strncmp(skip(line, " \t"), "return", 6))
		return false;
	for (int i = 0; i < scene->count; i++)
		if (is_function(&scene->scopes[i]))
			return td_type_of(&scene->scopes[i], &result) && pointee(&result, type) && fits(scene, type);
	return false;
}

bool td_allocation_type(struct td_symbols *symbols, uint64_t pc, uint64_t size, Dwarf_Die *type)
{
	struct scene scene = { .size = size };
	const char *line = td_symbols_line(symbols, pc, TD_PC_RETURN);
	bool found = false;

	if (!line)
		return false;
	scene.count = td_symbols_scopes(symbols, pc, TD_PC_RETURN, &scene.scopes);
	if (scene.count)
		found = from_word(&scene, line, "sizeof", type) || from_word(&scene, line, "new", type) ||
			from_assignment(&scene, line, type) || from_result(&scene, line, type);
	free(scene.scopes);
	return found;
}
