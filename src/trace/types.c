#include "types.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "parents.h"

enum { DEEPEST_CONTENT = 8 }; /* how many structs what a node is there for may lie in */

bool td_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
}

uint64_t td_type_size(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

/* A class that is only declared here is looked for by its specification; what is left is used as it is. */
static void peel(Dwarf_Die *type)
{
	Dwarf_Die peeled;

	if (dwarf_peel_type(type, &peeled) == 0)
		*type = peeled;
}

static bool in_namespace_std(Dwarf_Die *type)
{
	Dwarf_Die *scopes = NULL;
	int count = td_parents(type, &scopes);
	bool found = false;

	for (int i = 1; i < count && !found; i++) {
		const char *name = dwarf_diename(&scopes[i]);

		found = dwarf_tag(&scopes[i]) == DW_TAG_namespace && name && (!strcmp(name, "std") || !strcmp(name, "__gnu_cxx"));
	}
	free(scopes);
	return found;
}

/* Names, not declaring headers: the same names are used by every C library. */
static bool is_library_type(const char *name)
{
	static const char *const whole[] = { "sem_t", "mtx_t", "cnd_t", "once_flag", "tss_t", "thrd_t", "FILE", "_IO_FILE",
					     "jmp_buf", "sigjmp_buf", "sigset_t" };

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (!strcmp(name, whole[i]))
			return true;
	return !strncmp(name, "pthread_", 8) || !strncmp(name, "treadle_", 8);
}

static bool is_struct(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Typedefs are looked at one by one, since pthread_mutex_t is one for a union without a name. */
static bool is_whole(Dwarf_Die type)
{
	Dwarf_Die next;

	for (;;) {
		const char *name = dwarf_diename(&type);
		int tag = dwarf_tag(&type);

		if (name && tag != DW_TAG_base_type && is_library_type(name))
			return true;
		if (name && !strncmp(name, "pair<", 5))
			return false; /* its members are known by their names */
		if (is_struct(&type))
			return in_namespace_std(&type);
		if ((tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type &&
		     tag != DW_TAG_atomic_type) || !td_type_of(&type, &next))
			return false;
		type = next;
	}
}

static uint64_t number_of(Dwarf_Die *die, unsigned name, uint64_t otherwise)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	return dwarf_attr_integrate(die, name, &attribute) && dwarf_formudata(&attribute, &number) == 0 ? number : otherwise;
}

/* A member's place in its struct, in bytes; for a bit field those of the bytes it lies in. */
static bool member_place(Dwarf_Die *member, uint64_t *low, uint64_t *high)
{
	Dwarf_Die type;
	uint64_t bits = number_of(member, DW_AT_bit_size, 0), first;

	if (!td_type_of(member, &type))
		return false;
	*low = number_of(member, DW_AT_data_member_location, 0);
	*high = *low + td_type_size(&type);
	first = number_of(member, DW_AT_data_bit_offset, UINT64_MAX);
	if (bits && first != UINT64_MAX) {
		*low = first / 8;
		*high = (first + bits + 7) / 8;
	}
	return !dwarf_hasattr(member, DW_AT_external); /* static members lie elsewhere */
}

/* A type that the compiler has left to another file: clang does that with classes whose constructors lie in a library. */
static bool is_only_declared(Dwarf_Die *member)
{
	Dwarf_Die type;

	return td_type_of(member, &type) && dwarf_hasattr(&type, DW_AT_declaration);
}

/* Where the member behind this place begins, or the struct ends. */
static uint64_t end_of_gap(Dwarf_Die *type, uint64_t from)
{
	uint64_t end = td_type_size(type), low, high;
	Dwarf_Die member;

	if (dwarf_child(type, &member))
		return end;
	do {
		int tag = dwarf_tag(&member);

		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) && member_place(&member, &low, &high) && low > from && low < end)
			end = low;
	} while (dwarf_siblingof(&member, &member) == 0);
	return end;
}

/* The member an access falls into.  In a union the first that fits exactly, else the first that fits.  An array without
 * a bound at the end reaches as far as any access. */
static bool find_member(Dwarf_Die *type, uint64_t offset, uint64_t size, Dwarf_Die *found, uint64_t *start)
{
	Dwarf_Die member, member_type;
	bool any = false;
	uint64_t low, high;

	if (dwarf_child(type, &member))
		return false;
	do {
		int tag = dwarf_tag(&member);

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !member_place(&member, &low, &high))
			continue;
		if (low == high && is_only_declared(&member))
			high = end_of_gap(type, low);

		bool open = low == high && td_type_of(&member, &member_type) && dwarf_tag(&member_type) == DW_TAG_array_type;

		if (offset < low || (!open && offset + size > high) || (any && high - low != size))
			continue;
		*found = member;
		*start = low;
		any = true;
		if (high - low == size)
			return true;
	} while (dwarf_siblingof(&member, &member) == 0);
	return any;
}

/* Bit fields share bytes; an access to them is an access to all that lie there.  NULL if there is anything else. */
static char *bit_field_names(Dwarf_Die *type, uint64_t offset, uint64_t size)
{
	Dwarf_Die member;
	char *names = NULL;
	uint64_t low, high;

	if (dwarf_child(type, &member))
		return NULL;
	do {
		if (dwarf_tag(&member) != DW_TAG_member || !member_place(&member, &low, &high) || high <= offset ||
		    low >= offset + size)
			continue;
		if (!dwarf_hasattr(&member, DW_AT_bit_size) || !dwarf_diename(&member)) {
			free(names);
			return NULL;
		}
		char *more = names ? td_format("%s|%s", names, dwarf_diename(&member)) : td_strdup(dwarf_diename(&member));

		free(names);
		names = more;
	} while (dwarf_siblingof(&member, &member) == 0);
	return names;
}

/* Where the walk down a type stands. */
struct walk {
	Dwarf_Die type;
	uint64_t offset, size;
	char *path;
	bool silent;             /* inside something whole: only the type of the value is still wanted */
	bool bits;
};

static void append(struct walk *walk, char *more)
{
	if (!walk->silent) {
		char *path = td_format("%s%s", walk->path, more);

		free(walk->path);
		walk->path = path;
	}
	free(more);
}

static bool enter_member(struct walk *walk)
{
	Dwarf_Die member;
	uint64_t start;
	char *bits = bit_field_names(&walk->type, walk->offset, walk->size);

	if (bits) {
		append(walk, td_format(".%s", bits));
		walk->bits = strchr(bits, '|') != NULL;
		free(bits);
		if (walk->bits || !find_member(&walk->type, walk->offset, 1, &member, &start))
			return false;
		walk->offset = 0;
		return td_type_of(&member, &walk->type);
	}
	if (!find_member(&walk->type, walk->offset, walk->size, &member, &start))
		return false;
	if (dwarf_tag(&member) == DW_TAG_member && dwarf_diename(&member))
		append(walk, td_format(".%s", dwarf_diename(&member)));
	walk->offset -= start;
	return td_type_of(&member, &walk->type);
}

/* The number of elements of each dimension; 0 where it is not said. */
static size_t dimensions(Dwarf_Die *array, uint64_t counts[8])
{
	Dwarf_Die child;
	size_t count = 0;

	if (dwarf_child(array, &child))
		return 0;
	do {
		if (dwarf_tag(&child) != DW_TAG_subrange_type || count == 8)
			continue;
		uint64_t upper = number_of(&child, DW_AT_upper_bound, UINT64_MAX);

		counts[count++] = number_of(&child, DW_AT_count, upper + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
	return count;
}

static bool enter_element(struct walk *walk)
{
	uint64_t counts[8], stride;
	size_t rank = dimensions(&walk->type, counts);
	Dwarf_Die element;

	if (!rank || !td_type_of(&walk->type, &element))
		return false;
	stride = td_type_size(&element);
	if (!stride || walk->offset % stride + walk->size > stride)
		return false;
	for (size_t i = 1; i < rank; i++)
		stride *= counts[i] ? counts[i] : 1;
	for (size_t i = 0; i < rank; i++) {
		append(walk, td_format("[%llu]", (unsigned long long)(walk->offset / stride)));
		walk->offset %= stride;
		if (i + 1 < rank)
			stride /= counts[i + 1] ? counts[i + 1] : 1;
	}
	walk->type = element;
	return true;
}

static enum td_form form_of(Dwarf_Die *type)
{
	switch (dwarf_tag(type)) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return TD_FORM_POINTER;
	case DW_TAG_enumeration_type:
		return TD_FORM_ENUM;
	case DW_TAG_base_type:
		break;
	default:
		return TD_FORM_OTHER;
	}
	switch (number_of(type, DW_AT_encoding, 0)) {
	case DW_ATE_signed:
		return TD_FORM_SIGNED;
	case DW_ATE_unsigned:
		return TD_FORM_UNSIGNED;
	case DW_ATE_boolean:
		return TD_FORM_BOOL;
	case DW_ATE_signed_char:
	case DW_ATE_unsigned_char:
		return TD_FORM_CHAR;
	case DW_ATE_float:
		return TD_FORM_FLOAT;
	default:
		return TD_FORM_UNKNOWN;
	}
}

struct td_part td_type_part(Dwarf_Die *type, uint64_t offset, uint64_t size, enum td_look look)
{
	struct walk walk = { .type = *type, .offset = offset, .size = size ? size : 1, .path = td_strdup("") };
	bool deeper = true;
	struct td_part part = { .known = true };

	while (deeper) {
		walk.silent |= look != TD_LOOK_INSIDE && is_whole(walk.type);
		peel(&walk.type);

		if (look == TD_LOOK_WHOLE && !walk.offset && td_type_size(&walk.type) == size)
			deeper = false;
		else if (is_struct(&walk.type))
			deeper = enter_member(&walk);
		else
			deeper = dwarf_tag(&walk.type) == DW_TAG_array_type && enter_element(&walk);
	}
	if (walk.offset && !walk.silent && !walk.bits)
		append(&walk, td_format("+%llu", (unsigned long long)walk.offset));
	part.path = walk.path;
	part.type = walk.type;
	part.form = walk.bits ? TD_FORM_UNKNOWN : form_of(&walk.type);
	if (part.form != TD_FORM_OTHER && size > td_type_size(&walk.type))
		part.form = TD_FORM_UNKNOWN;
	return part;
}

/* GNU's library keeps a T, without making one, in a struct that is a template over T. */
static bool is_storage(Dwarf_Die *type)
{
	const char *name = dwarf_diename(type);

	return name && (!strncmp(name, "__aligned_membuf<", 17) || !strncmp(name, "__aligned_buffer<", 17));
}

static bool template_argument(Dwarf_Die *type, Dwarf_Die *argument)
{
	Dwarf_Die child;

	if (dwarf_child(type, &child))
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
			return td_type_of(&child, argument);
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

static bool find_content(Dwarf_Die type, int depth, Dwarf_Die *content, uint64_t *offset)
{
	Dwarf_Die member, part;
	uint64_t low, high, inside;

	peel(&type);
	*offset = 0;
	if (is_storage(&type))
		return template_argument(&type, content);
	if (!depth || !is_struct(&type) || dwarf_child(&type, &member))
		return false;
	do {
		int tag = dwarf_tag(&member);

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !member_place(&member, &low, &high) ||
		    !td_type_of(&member, &part) || !find_content(part, depth - 1, content, &inside))
			continue;
		*offset = low + inside;
		return true;
	} while (dwarf_siblingof(&member, &member) == 0);
	return false;
}

bool td_type_content(Dwarf_Die *type, Dwarf_Die *content, uint64_t *offset)
{
	return is_whole(*type) && find_content(*type, DEEPEST_CONTENT, content, offset);
}

/* The compiler's names of base types in one word. */
static const char *short_name(const char *name)
{
	static const char *const shorter[][2] = {
		{ "long int", "long" }, { "short int", "short" }, { "long long int", "llong" }, { "unsigned int", "uint" },
		{ "long unsigned int", "ulong" }, { "unsigned long", "ulong" }, { "short unsigned int", "ushort" },
		{ "unsigned short", "ushort" }, { "long long unsigned int", "ullong" }, { "unsigned long long", "ullong" },
		{ "unsigned char", "uchar" }, { "signed char", "schar" }, { "long double", "ldouble" },
	};

	for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
		if (!strcmp(name, shorter[i][0]))
			return shorter[i][1];
	return name;
}

char *td_type_name(Dwarf_Die *type)
{
	Dwarf_Die at = *type, next;

	while (!dwarf_diename(&at) && (dwarf_tag(&at) == DW_TAG_const_type || dwarf_tag(&at) == DW_TAG_volatile_type ||
				       dwarf_tag(&at) == DW_TAG_atomic_type) && td_type_of(&at, &next))
		at = next;
	const char *name = dwarf_diename(&at);

	if (dwarf_tag(&at) == DW_TAG_pointer_type)
		return td_strdup("pointer");
	if (name && is_struct(&at) && *name != '<' && strchr(name, '<') && in_namespace_std(&at))
		return strndup(name, strcspn(name, "<"));
	return td_strdup(name ? short_name(name) : "struct");
}

const char *td_type_enumerator(Dwarf_Die *type, uint64_t value)
{
	Dwarf_Die child;
	Dwarf_Attribute attribute;
	Dwarf_Sword constant;
	uint64_t mask = td_type_size(type) < 8 ? (1ull << 8 * td_type_size(type)) - 1 : UINT64_MAX;

	if (dwarf_tag(type) != DW_TAG_enumeration_type || dwarf_child(type, &child))
		return NULL;
	do {
		if (dwarf_tag(&child) == DW_TAG_enumerator && dwarf_attr(&child, DW_AT_const_value, &attribute) &&
		    dwarf_formsdata(&attribute, &constant) == 0 && !(((uint64_t)constant ^ value) & mask))
			return dwarf_diename(&child);
	} while (dwarf_siblingof(&child, &child) == 0);
	return NULL;
}

/* The declaration of something defined outside of its class or namespace says where it belongs. */
static Dwarf_Die declaration(Dwarf_Die die)
{
	static const unsigned links[] = { DW_AT_abstract_origin, DW_AT_specification };
	Dwarf_Attribute attribute;
	Dwarf_Die next;

	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		if (dwarf_attr(&die, links[i], &attribute) && dwarf_formref_die(&attribute, &next))
			die = next;
	return die;
}

/* gcc calls the class of a lambda "<lambda(int)>", clang does not call it anything. */
static bool is_lambda(Dwarf_Die *type, Dwarf_Die *member)
{
	const char *name = dwarf_diename(type), *own = dwarf_diename(member);

	return name ? !strncmp(name, "<lambda", 7) : own && !strcmp(own, "operator()");
}

static char *prefixed(const char *outer, char *name)
{
	char *longer = name ? td_format("%s::%s", outer, name) : td_strdup(outer);

	free(name);
	return longer;
}

char *td_die_name(Dwarf_Die *die)
{
	Dwarf_Die home = declaration(*die), *scopes = NULL;
	bool lambda = false;
	int count;
	char *name;

	if (!dwarf_diename(&home))
		return NULL;
	name = td_strdup(dwarf_diename(&home));
	count = td_parents(&home, &scopes);
	for (int i = 1; i < count; i++) {
		int tag = dwarf_tag(&scopes[i]);
		bool type = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
		const char *outer = dwarf_diename(&scopes[i]);

		if (type && is_lambda(&scopes[i], &home)) {
			free(name);
			name = td_strdup("lambda");
			lambda = true;
		} else if (outer && (type || tag == DW_TAG_namespace || (lambda && tag == DW_TAG_subprogram))) {
			name = prefixed(outer, name);
		}
	}
	free(scopes);
	return name;
}
