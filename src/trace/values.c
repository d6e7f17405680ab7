#include "values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Below lie numbers, above lies the kernel. */
#define LOWEST_ADDRESS 0x10000ull
#define HIGHEST_ADDRESS 0x800000000000ull

static int64_t sign_extend(uint64_t value, uint64_t size)
{
	unsigned shift = 64 - 8 * (unsigned)size;

	return (int64_t)(value << shift) >> shift;
}

static char *float_text(uint64_t value, uint64_t size)
{
	float single;
	double full;

	if (size == sizeof single) {
		memcpy(&single, &value, sizeof single);
		return td_format("%.9g", single);
	}
	memcpy(&full, &value, sizeof full);
	return td_format("%.17g", full);
}

static char *char_text(uint64_t value, uint64_t size)
{
	if (size == 1 && value < 128 && isprint((int)value))
		return td_format("'%c'", (char)value);
	return td_format("%lld", (long long)sign_extend(value, size));
}

static char *plain_text(uint64_t value, uint64_t size)
{
	if (size == 8 && value > UINT32_MAX && value < HIGHEST_ADDRESS)
		return td_format("0x%llx", (unsigned long long)value);
	return td_format("%lld", (long long)sign_extend(value, size));
}

static char *enum_text(const struct td_name *of, uint64_t value, uint64_t size)
{
	Dwarf_Die type = of->type;
	const char *word = td_type_enumerator(&type, value);

	return word ? td_strdup(word) : plain_text(value, size);
}

static char *text_of(const struct td_name *of, uint64_t value, uint64_t size)
{
	switch (of->form) {
	case TD_FORM_UNSIGNED:
		return td_format("%llu", (unsigned long long)value);
	case TD_FORM_BOOL:
		return value > 1 ? td_format("%llu", (unsigned long long)value) : td_strdup(value ? "true" : "false");
	case TD_FORM_CHAR:
		return char_text(value, size);
	case TD_FORM_FLOAT:
		return size == 4 || size == 8 ? float_text(value, size) : plain_text(value, size);
	case TD_FORM_ENUM:
		return enum_text(of, value, size);
	case TD_FORM_SIGNED:
		return td_format("%lld", (long long)sign_extend(value, size));
	case TD_FORM_POINTER:
		return value ? td_format("0x%llx", (unsigned long long)value) : td_strdup("NULL");
	default:
		return plain_text(value, size);
	}
}

/* The size of what a pointer points to, 0 if the type does not say; *chars: it is text. */
static uint64_t target_size(struct td_naming *naming, const struct td_name *of, bool *chars)
{
	Dwarf_Die type = of->type, target;
	struct td_part part;

	*chars = false;
	if (of->form != TD_FORM_POINTER || !td_type_of(&type, &target) || !td_type_size(&target))
		return 0;
	part = td_naming_part(naming, &target, 0, 1, TD_LOOK_PART);
	*chars = part.form == TD_FORM_CHAR && !*part.path;
	free(part.path);
	return td_type_size(&target);
}

static bool name_target(struct td_naming *naming, const struct td_name *of, uint64_t value, struct td_name *name)
{
	bool chars;
	uint64_t size = target_size(naming, of, &chars);
	char *root;

	if (value < LOWEST_ADDRESS || value >= HIGHEST_ADDRESS)
		return false;
	if (td_naming_code(naming, value, name) || (chars && td_naming_string(naming, value, name)))
		return true;
	if (!td_naming_pointee(naming, value, size, name))
		return false;
	root = td_format("&%s", name->root);
	free(name->root);
	name->root = root;
	return true;
}

struct td_name td_value_name(struct td_naming *naming, const struct td_name *of, uint64_t value, uint64_t size)
{
	bool may_point = size == 8 && of->form != TD_FORM_FLOAT && of->form != TD_FORM_SIGNED && of->form != TD_FORM_ENUM;
	struct td_name name = { 0 };

	if (!size || size > 8)
		size = 8;
	if (size < 8)
		value &= (1ull << 8 * size) - 1;
	if (may_point && of->form == TD_FORM_UNSIGNED) /* a pthread_t is an unsigned long, most of these are not addresses */
		may_point = td_naming_thread(naming, value, &name);
	else if (may_point)
		may_point = td_naming_thread(naming, value, &name) || name_target(naming, of, value, &name);
	if (may_point)
		return name;
	return (struct td_name){ .root = text_of(of, value, size), .path = td_strdup("") };
}
