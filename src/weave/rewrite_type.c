#include "rewrite_type.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* Of the nodes of debug information, in every version of LLVM so far. */
enum { OPERAND_TYPE = 3, OPERAND_ELEMENTS = 4 };
enum { FLAG_STATIC_MEMBER = 1 << 12, FLAG_BIT_FIELD = 1 << 19 };

struct nodes {
	LLVMMetadataRef *items;
	unsigned count;
};

static struct nodes operands_of(struct weaver *self, LLVMMetadataRef node)
{
	LLVMValueRef value = LLVMMetadataAsValue(self->context, node), *values;
	struct nodes nodes = {NULL, LLVMGetMDNodeNumOperands(value)};

	values = td_alloc((nodes.count + 1) * sizeof *values);
	nodes.items = td_alloc((nodes.count + 1) * sizeof(LLVMMetadataRef));
	LLVMGetMDNodeOperands(value, values);
	for (unsigned i = 0; i < nodes.count; i++)
		nodes.items[i] = values[i] ? LLVMValueAsMetadata(values[i]) : NULL;
	free(values);
	return nodes;
}

static LLVMMetadataRef operand(struct weaver *self, LLVMMetadataRef node, unsigned number)
{
	struct nodes nodes = operands_of(self, node);
	LLVMMetadataRef found = number < nodes.count ? nodes.items[number] : NULL;

	free(nodes.items);
	return found;
}

static int is_kind(LLVMMetadataRef node, LLVMMetadataKind kind)
{
	return node && LLVMGetMetadataKind(node) == kind;
}

/* Typedefs, const and the like have no size of their own; pointers and members have. */
static LLVMMetadataRef peel(struct weaver *self, LLVMMetadataRef type)
{
	while (is_kind(type, LLVMDIDerivedTypeMetadataKind) && LLVMDITypeGetSizeInBits(type) == 0)
		type = operand(self, type, OPERAND_TYPE);
	return type;
}

/* The members of a struct, or the dimensions of an array. */
static struct nodes elements_of(struct weaver *self, LLVMMetadataRef type)
{
	LLVMMetadataRef list =
		is_kind(type, LLVMDICompositeTypeMetadataKind) ? operand(self, type, OPERAND_ELEMENTS) : NULL;

	return list ? operands_of(self, list) : (struct nodes){NULL, 0};
}

/* Where a constant address lies in its global; 0 if that cannot be told. */
static int constant_offset(struct weaver *self, LLVMValueRef step, uint64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
	int count = LLVMGetNumOperands(step);

	for (int i = 1; i < count; i++) {
		LLVMValueRef index = LLVMGetOperand(step, (unsigned)i);
		uint64_t number = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 0;

		if (!LLVMIsAConstantInt(index))
			return 0;
		if (i == 1) {
			*offset += number * LLVMABISizeOfType(self->layout, type);
		} else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*offset += LLVMOffsetOfElement(self->layout, type, (unsigned)number);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
		} else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
			type = LLVMGetElementType(type);
			*offset += number * LLVMABISizeOfType(self->layout, type);
		} else {
			return 0;
		}
	}
	return 1;
}

static LLVMMetadataRef type_of_global(struct weaver *self, LLVMValueRef global)
{
	size_t count;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
	LLVMMetadataRef type = NULL;

	for (unsigned i = 0; i < count && !type; i++) {
		LLVMMetadataRef entry = LLVMValueMetadataEntriesGetMetadata(entries, i);

		if (is_kind(entry, LLVMDIGlobalVariableExpressionMetadataKind))
			type = operand(self, LLVMDIGlobalVariableExpressionGetVariable(entry), OPERAND_TYPE);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return type;
}

struct td_weave_part td_weave_part_of(struct weaver *self, LLVMValueRef pointer)
{
	struct td_weave_part part = {0};

	for (; LLVMIsAConstantExpr(pointer); pointer = LLVMGetOperand(pointer, 0))
		if (LLVMGetConstOpcode(pointer) == LLVMGetElementPtr && !constant_offset(self, pointer, &part.offset))
			return part;
	if (LLVMIsAGlobalVariable(pointer))
		part.type = type_of_global(self, pointer);
	return part;
}

/* A bit field lies in the bytes that are accessed for it, which begin somewhere before it. */
static int lies_in(LLVMMetadataRef member, uint64_t offset)
{
	uint64_t begin = LLVMDITypeGetOffsetInBits(member), end = begin + LLVMDITypeGetSizeInBits(member);

	if (LLVMDITypeGetFlags(member) & FLAG_BIT_FIELD)
		return begin >= 8 * offset && begin < 8 * offset + 64;
	return begin <= 8 * offset && 8 * offset < end;
}

static void enter(struct weaver *self, struct td_weave_part *part, LLVMMetadataRef member)
{
	int is_bit_field = (LLVMDITypeGetFlags(member) & FLAG_BIT_FIELD) != 0;

	part->offset = is_bit_field ? 0 : part->offset - LLVMDITypeGetOffsetInBits(member) / 8;
	part->type = operand(self, member, OPERAND_TYPE);
}

/* Members of what has no name, and of base classes, are members. */
int td_weave_enter_member(struct weaver *self, struct td_weave_part *part, const char *name, int length)
{
	struct nodes members = elements_of(self, peel(self, part->type));
	int is_found = 0;

	for (unsigned i = 0; i < members.count && !is_found && !part->subscripts; i++) {
		LLVMMetadataRef member = members.items[i];
		struct td_weave_part inner = *part;
		size_t size = 0;
		const char *own;

		if (!is_kind(member, LLVMDIDerivedTypeMetadataKind) ||
		    LLVMDITypeGetFlags(member) & FLAG_STATIC_MEMBER || !lies_in(member, part->offset))
			continue;
		own = LLVMDITypeGetName(member, &size);
		enter(self, &inner, member);
		is_found = size ? size == (size_t)length && !memcmp(own, name, size)
				: td_weave_enter_member(self, &inner, name, length);
		if (is_found)
			*part = inner;
	}
	free(members.items);
	return is_found;
}

int td_weave_has_parts(struct weaver *self, const struct td_weave_part *part)
{
	struct nodes parts = elements_of(self, peel(self, part->type));

	free(parts.items);
	return parts.count > 0;
}

int td_weave_enter_element(struct weaver *self, struct td_weave_part *part, long long number)
{
	LLVMMetadataRef type = peel(self, part->type), element;
	struct nodes dimensions = elements_of(self, type);
	unsigned count = dimensions.count;
	uint64_t size;

	if (count && !is_kind(dimensions.items[0], LLVMDISubrangeMetadataKind))
		count = 0;
	free(dimensions.items);
	if (!count)
		return 0;
	part->subscripts = (part->subscripts ? part->subscripts : count) - 1;
	if (part->subscripts)
		return 1;
	element = peel(self, operand(self, type, OPERAND_TYPE));
	size = element ? LLVMDITypeGetSizeInBits(element) / 8 : 0;
	if (!size || (count == 1 && number != TD_ANY_ELEMENT && part->offset / size != (uint64_t)number))
		return 0;
	part->type = element;
	part->offset %= size;
	return 1;
}
