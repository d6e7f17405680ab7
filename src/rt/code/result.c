#include "result.h"

enum { MOST_INSTRUCTIONS = 12, REX_W = 0x48, JUMP_SHORT = 0xeb, JUMP = 0xe9 };

/* How long an operand in memory is, the byte that names it included; 0: it is none, or found through the result's register.
 * Local variables and globals are all that matters. */
static unsigned operand_length(uint8_t modrm)
{
	switch (modrm & 0xc7) {
	case 0x45: return 2; /* 8 bits from the frame pointer */
	case 0x85:           /* 32 bits from it */
	case 0x05: return 5; /* ... from the instruction */
	default: return 0;
	}
}

/* Does an instruction give the result's register (number 0) a new value without looking at the old one? */
static int overwrites(const uint8_t *code)
{
	code += *code == REX_W;
	if (code[0] == 0xb8)                              /* mov $number, %eax */
		return 1;
	if ((code[0] == 0x31 || code[0] == 0xc7) && code[1] == 0xc0) /* xor %eax, %eax; mov $number, %rax */
		return 1;
	if (code[0] == 0x0f && (code[1] & 0xf6) == 0xb6)  /* movzx, movsx */
		code++;
	else if (code[0] != 0x8b && code[0] != 0x8d)      /* mov, lea */
		return 0;
	return operand_length(code[1]) && !(code[1] >> 3 & 7);
}

/* The length of an instruction that has nothing to do with the register; 0 if that is not known. */
static unsigned passes(const uint8_t *code)
{
	unsigned prefix = *code == REX_W;
	const uint8_t *op = code + prefix;
	unsigned operand = operand_length(op[1]);
	if (op[0] == 0x90)
		return prefix + 1;
	if (op[0] >= 0xb9 && op[0] <= 0xbf && !prefix)    /* mov $number, another register */
		return 5;
	if (op[0] == 0x83 && operand)                     /* arithmetic on memory, or comparison, with a small number */
		return prefix + 1 + operand + 1;
	if (op[0] == 0xc7 && operand)                     /* mov $number, memory */
		return prefix + 1 + operand + 4;
	if (op[0] == 0x8b && operand)                     /* mov memory, another register; to this one is no matter here */
		return prefix + 1 + operand;
	return 0;
}

static const uint8_t *target(const uint8_t *end, unsigned size)
{
	int32_t distance;
	if (size == 1)
		return end + (int8_t)end[-1];
	__builtin_memcpy(&distance, end - 4, sizeof distance);
	return end + distance;
}

static int is_used(const uint8_t *code, int budget)
{
	for (; budget > 0; budget--) {
		unsigned length = passes(code);
		if (overwrites(code))
			return 0;
		if (*code == JUMP_SHORT)
			code = target(code + 2, 1);
		else if (*code == JUMP)
			code = target(code + 5, 4);
		else if ((*code & 0xf0) == 0x70 && is_used(target(code + 2, 1), budget - 1)) /* a branch: either way */
			return 1;
		else if ((*code & 0xf0) == 0x70)
			code += 2;
		else if (length)
			code += length;
		else
			return 1;
	}
	return 1;
}

int td_result_is_used(uint64_t pc)
{
	return is_used((const uint8_t *)pc, MOST_INSTRUCTIONS);
}
