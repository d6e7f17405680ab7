#include "machine.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, R15 = 15 };
enum { WIDE = 8, REGISTER = 4, INDEX = 2, BASE = 1 }; /* bits of REX */
enum access { READS = 1, WRITES = 2 };

struct reader {
	const uint8_t *code, *at;
	struct td_instruction *into;
	uint8_t rex, is_short;   /* is_short: 16 bits */
	uint8_t mode, reg, rm;   /* of the operands */
	uint8_t is_memory;
};

static int32_t number(struct reader *self, unsigned size)
{
	int32_t value = 0;
	if (size == 1)
		value = (int8_t)*self->at;
	else
		__builtin_memcpy(&value, self->at, size);
	self->at += size;
	return value;
}

static unsigned operand_size(const struct reader *self)
{
	return self->rex & WIDE ? 8 : self->is_short ? 2 : 4;
}

static void read_register(struct reader *self, unsigned number)
{
	self->into->reads |= (uint16_t)(1u << number);
}

/* 32 bits clear the upper half; fewer leave something of what was there. */
static void touch_register(struct reader *self, unsigned number, unsigned how, unsigned size)
{
	if (size < 4 && !(self->rex) && number >= RSP && number < 8 && size == 1)
		number -= 4; /* ah to bh */
	if (how & READS || size < 4)
		read_register(self, number);
	else
		self->into->writes |= (uint16_t)(1u << number);
}

/* The operands; 0: memory that may be anywhere in the frame. */
static int take_operands(struct reader *self)
{
	uint8_t modrm = *self->at++;
	struct td_instruction *into = self->into;
	self->mode = modrm >> 6;
	self->reg = (uint8_t)((modrm >> 3 & 7) | (self->rex & REGISTER ? 8 : 0));
	self->rm = (uint8_t)((modrm & 7) | (self->rex & BASE ? 8 : 0));
	self->is_memory = self->into->names_memory = self->mode != 3;
	if (!self->is_memory)
		return 1;
	int has_index = 0, base = self->rm;
	if ((modrm & 7) == RSP) {
		uint8_t sib = *self->at++;
		unsigned index = (sib >> 3 & 7u) | (self->rex & INDEX ? 8u : 0u);
		base = (sib & 7) | (self->rex & BASE ? 8 : 0);
		has_index = index != RSP;
		if (has_index)
			read_register(self, index);
		if ((sib & 7) == RBP && self->mode == 0)
			base = -1;
	} else if ((modrm & 7) == RBP && self->mode == 0) {
		base = -1; /* from the instruction on */
	}
	int32_t distance = self->mode == 1 ? number(self, 1) : self->mode == 2 || base < 0 ? number(self, 4) : 0;
	if (base >= 0 && base != RBP)
		read_register(self, (unsigned)base);
	if (base == RSP || (base == RBP && has_index))
		return 0;
	into->touches_frame = base == RBP;
	into->at = distance;
	return 1;
}

static void touch_rm(struct reader *self, unsigned how, unsigned size)
{
	struct td_instruction *into = self->into;
	if (!self->is_memory) {
		touch_register(self, self->rm, how, size);
		return;
	}
	into->size = size;
	into->reads_frame |= into->touches_frame && how & READS;
	into->writes_frame |= into->touches_frame && how == WRITES;
}

static void touch_reg(struct reader *self, unsigned how, unsigned size)
{
	touch_register(self, self->reg, how, size);
}

static int finish(struct reader *self)
{
	self->into->length = (uint8_t)(self->at - self->code);
	return 1;
}

static int flow(struct reader *self, enum td_flow how, unsigned size)
{
	self->into->flow = (uint8_t)how;
	if (size) {
		int32_t distance = number(self, size);
		self->into->target = self->at + distance;
	}
	return finish(self);
}

/* op rm, reg and op reg, rm: arithmetic, of which 7 only compares. */
static int arithmetic(struct reader *self, uint8_t op)
{
	unsigned size = op & 1 ? operand_size(self) : 1, is_compare = op >> 3 == 7;
	if ((op & 7) >= 4) { /* with rax and a number */
		self->at += op & 1 ? (self->is_short ? 2 : 4) : 1;
		return finish(self);
	}
	if (!take_operands(self))
		return 0;
	if ((op >> 3 == 6 || op >> 3 == 5) && !self->is_memory && self->reg == self->rm && size >= 4) { /* xor, sub with itself */
		touch_reg(self, WRITES, size);
		return finish(self);
	}
	touch_rm(self, READS | (is_compare || op & 2 ? 0 : WRITES), size);
	touch_reg(self, READS | (is_compare || !(op & 2) ? 0 : WRITES), size);
	return finish(self);
}

static int move(struct reader *self, uint8_t op)
{
	unsigned size = op & 1 ? operand_size(self) : 1;
	if (!take_operands(self))
		return 0;
	if (!self->is_memory && size == 8) {
		self->into->copies_from = op & 2 ? self->rm : self->reg;
		self->into->copies_to = op & 2 ? self->reg : self->rm;
	}
	touch_rm(self, op & 2 ? READS : WRITES, size);
	touch_reg(self, op & 2 ? WRITES : READS, size);
	return finish(self);
}

static int address(struct reader *self)
{
	if (!take_operands(self) || !self->is_memory)
		return 0;
	self->into->takes_address = self->into->touches_frame;
	self->into->address_in = self->reg;
	touch_reg(self, WRITES, operand_size(self));
	return finish(self);
}

/* op rm, with a number of so many bytes behind it. */
static int on_rm(struct reader *self, unsigned how, unsigned size, unsigned behind)
{
	touch_rm(self, how, size);
	self->at += behind;
	return finish(self);
}

static int group_of_numbers(struct reader *self, uint8_t op)
{
	unsigned size = op & 1 ? operand_size(self) : 1;
	if (!take_operands(self))
		return 0;
	return on_rm(self, (self->reg & 7) == 7 ? READS : READS | WRITES, size, op == 0x81 ? (self->is_short ? 2 : 4) : 1);
}

static int group_of_one(struct reader *self, uint8_t op)
{
	unsigned size = op & 1 ? operand_size(self) : 1;
	if (!take_operands(self))
		return 0;
	unsigned which = self->reg & 7u;
	if (op >= 0xfe && which == 2)
		self->into->flow = TD_FLOW_CALL;
	else if (op >= 0xfe && which > 2 && which != 6) /* a jump to what is only known then */
		return 0;
	unsigned behind = op < 0xfe && which < 2 ? (op & 1 ? (self->is_short ? 2 : 4) : 1) : 0;
	return on_rm(self, READS | WRITES, op >= 0xfe && which >= 2 ? 8 : size, behind);
}

static int extended_to_reg(struct reader *self, unsigned from)
{
	if (!take_operands(self))
		return 0;
	touch_rm(self, READS, from);
	touch_reg(self, WRITES, operand_size(self));
	return finish(self);
}

/* Of an operand and a number of so many bytes. */
static int product(struct reader *self, unsigned behind)
{
	if (!take_operands(self))
		return 0;
	touch_reg(self, WRITES, operand_size(self));
	return on_rm(self, READS, operand_size(self), behind);
}

/* Both are looked at; what is written is not all of it. */
static int some_of_both(struct reader *self)
{
	if (!take_operands(self))
		return 0;
	touch_rm(self, READS | WRITES, 8);
	touch_reg(self, READS | WRITES, 8);
	return finish(self);
}

/* Operands are registers for numbers with a point, or memory; sixteen bytes at most. */
static int with_vectors(struct reader *self, int is_store)
{
	if (!take_operands(self))
		return 0;
	read_register(self, self->rm);
	read_register(self, self->reg);
	if (self->is_memory && !is_store)
		touch_rm(self, READS, 16);
	return finish(self);
}

static int nothing(struct reader *self)
{
	if (!take_operands(self))
		return 0;
	self->into->names_memory = 0;
	return finish(self);
}

static int two_bytes(struct reader *self)
{
	uint8_t op = *self->at++;
	switch (op) {
	case 0x0b: return flow(self, TD_FLOW_RETURN, 0); /* ends the program */
	case 0x1e:
	case 0x1f: return nothing(self);
	case 0x80 ... 0x8f: return flow(self, TD_FLOW_BRANCH, 4);
	case 0x90 ... 0x9f: return take_operands(self) ? on_rm(self, READS | WRITES, 1, 0) : 0;
	case 0x40 ... 0x4f:
	case 0xaf: return some_of_both(self);
	case 0xb6:
	case 0xbe: return extended_to_reg(self, 1);
	case 0xb7:
	case 0xbf: return extended_to_reg(self, 2);
	case 0x11:
	case 0x29:
	case 0x7f:
	case 0xd6: return with_vectors(self, 1);
	case 0x10:
	case 0x28:
	case 0x2a ... 0x2f:
	case 0x51 ... 0x5f:
	case 0x6e:
	case 0x7e:
	case 0x6f:
	case 0xef: return with_vectors(self, 0);
	default: return 0;
	}
}

static int one_byte(struct reader *self)
{
	uint8_t op = *self->at++;
	unsigned register_in_op = (op & 7u) | (self->rex & BASE ? 8u : 0u);
	if (op < 0x40 && (op & 7) < 6)
		return arithmetic(self, op);
	switch (op) {
	case 0x0f: return two_bytes(self);
	case 0x50 ... 0x57: read_register(self, register_in_op); return finish(self);
	case 0x58 ... 0x5f: touch_register(self, register_in_op, WRITES, 8); return finish(self);
	case 0x63: return extended_to_reg(self, 4);
	case 0x68: self->at += 4; return finish(self);
	case 0x6a: self->at++; return finish(self);
	case 0x69: return product(self, self->is_short ? 2 : 4);
	case 0x6b: return product(self, 1);
	case 0x70 ... 0x7f: return flow(self, TD_FLOW_BRANCH, 1);
	case 0x80:
	case 0x81:
	case 0x83: return group_of_numbers(self, op);
	case 0x84:
	case 0x85: return some_of_both(self);
	case 0x88 ... 0x8b: return move(self, op);
	case 0x8d: return address(self);
	case 0x90:
	case 0x98:
	case 0x99: return finish(self);
	case 0xa8: self->at++; return finish(self);
	case 0xa9: self->at += self->is_short ? 2 : 4; return finish(self);
	case 0xb8 ... 0xbf:
		touch_register(self, register_in_op, WRITES, operand_size(self));
		self->at += operand_size(self);
		return finish(self);
	case 0xc0:
	case 0xc1: return take_operands(self) ? on_rm(self, READS | WRITES, op & 1 ? operand_size(self) : 1, 1) : 0;
	case 0xd0:
	case 0xd1:
	case 0xd3: return take_operands(self) ? on_rm(self, READS | WRITES, op & 1 ? operand_size(self) : 1, 0) : 0;
	case 0xc3: return flow(self, TD_FLOW_RETURN, 0);
	case 0xc6: return take_operands(self) ? on_rm(self, WRITES, 1, 1) : 0;
	case 0xc7: return take_operands(self) ? on_rm(self, WRITES, operand_size(self), self->is_short ? 2 : 4) : 0;
	case 0xc9: self->into->writes |= 1 << RBP; return finish(self);
	case 0xe8: return flow(self, TD_FLOW_CALL, 4);
	case 0xe9: return flow(self, TD_FLOW_JUMP, 4);
	case 0xeb: return flow(self, TD_FLOW_JUMP, 1);
	case 0xf4: return flow(self, TD_FLOW_RETURN, 0);
	case 0xf6:
	case 0xf7:
	case 0xfe:
	case 0xff: return group_of_one(self, op);
	default: return 0;
	}
}

int td_instruction_read(const uint8_t *code, struct td_instruction *into)
{
	struct reader self = {.code = code, .at = code, .into = into};
	*into = (struct td_instruction){.copies_from = -1, .copies_to = -1};
	for (; *self.at == 0x66 || *self.at == 0xf2 || *self.at == 0xf3; self.at++)
		self.is_short |= *self.at == 0x66;
	if ((*self.at & 0xf0) == 0x40)
		self.rex = *self.at++;
	return one_byte(&self);
}
