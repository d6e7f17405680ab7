/* C and C++ as `treadle bounds` sees them: what it needs to know of a function, and nothing that libclang owns.
 *
 * A function is an array of nodes in the order of the source: a node is followed by its children, and `end` is where its
 * subtree ends, so that "inside this loop" is an interval of numbers, the first child of node i is i + 1 and the next sibling
 * of node i is nodes[i].end.  Parentheses, casts and implicit conversions are left out, operators on objects (std::atomic,
 * iterators) are operators.  Positions are those where a macro is used, not those where it is defined.
 *
 * The children of each kind have fixed places, with TD_N_NONE where the source has nothing:
 *
 *   IF condition then else   WHILE condition body   DO body condition   FOR begin condition step body
 *   RANGE variable range body   SWITCH condition body   CASE value statement   DEFAULT statement   LABEL statement
 *   CALL callee argument...   ASSIGN to from   CONDITIONAL condition yes no   SUBSCRIPT array index
 *   DECLARE initial   RETURN value   FIELD object
 *
 * treadle-parse (parse*.c) makes a unit of each translation unit and sends it to the tool as one block of memory: a td_unit,
 * the nodes, the functions, the strings.  Strings are offsets into the last part; 0 is the empty string.
 */
#ifndef TD_BOUNDS_NODE_H
#define TD_BOUNDS_NODE_H

#include <stdint.h>

enum td_node_kind {
	TD_N_NONE, TD_N_FUNCTION, TD_N_PARAMETER, TD_N_OVERRIDES,
	TD_N_BLOCK, TD_N_IF, TD_N_WHILE, TD_N_DO, TD_N_FOR, TD_N_RANGE, TD_N_SWITCH, TD_N_CASE, TD_N_DEFAULT,
	TD_N_BREAK, TD_N_CONTINUE, TD_N_RETURN, TD_N_GOTO, TD_N_LABEL, TD_N_TRY, TD_N_CATCH, TD_N_THROW,
	TD_N_DECLARE, TD_N_REF, TD_N_FIELD, TD_N_CALL, TD_N_LAMBDA, TD_N_BINARY, TD_N_UNARY, TD_N_ASSIGN, TD_N_CONDITIONAL,
	TD_N_SUBSCRIPT, TD_N_LITERAL, TD_N_SIZEOF, TD_N_STRING, TD_N_OTHER, TD_N_BASE /* bases.h */
};

enum td_operator {
	TD_O_NONE, TD_O_MUL, TD_O_DIV, TD_O_REM, TD_O_ADD, TD_O_SUB, TD_O_SHL, TD_O_SHR, TD_O_LT, TD_O_GT, TD_O_LE, TD_O_GE,
	TD_O_EQ, TD_O_NE, TD_O_AND, TD_O_XOR, TD_O_OR, TD_O_ALL, TD_O_ANY, TD_O_COMMA,
	TD_O_NOT, TD_O_NEG, TD_O_INVERT, TD_O_INC, TD_O_DEC, TD_O_DEREF, TD_O_ADDRESS
};

enum td_node_flags {
	TD_F_LOCAL = 1,       /* a variable of a function, but for static ones */
	TD_F_PARAMETER = 2,
	TD_F_GLOBAL = 4,      /* lives as long as the program; static variables of functions as well */
	TD_F_STATIC = 8,      /* of a function */
	TD_F_CONST = 16,
	TD_F_FUNCTION = 32,   /* a reference to a function */
	TD_F_POINTER = 64,    /* its type is a pointer */
	TD_F_UNKNOWN = 128,   /* a literal whose value is not known */
	TD_F_POSTFIX = 256,
	TD_F_MACRO = 512,     /* out of a macro */
	TD_F_METHOD = 1024,   /* a call of a method: the callee's place has the object */
	TD_F_CONSTRUCT = 2048, /* a call of a constructor */
	TD_F_EXACT = 4096,    /* a call of just this method, not of one that overrides it: Base::start() */
	TD_F_REFERENCE = 8192 /* its type is a reference, which the type of an expression does not say */
};

struct td_node {
	uint8_t kind, op;
	uint16_t flags;
	uint32_t end;
	uint32_t file, line;   /* file: a string */
	uint32_t offset, size; /* in the file */
	uint32_t name;         /* what is meant: the same string wherever the same thing is meant; 0: not known */
	uint32_t type;         /* without typedefs */
	uint32_t spelling;     /* as people write it; of called functions with their namespaces and classes */
	uint32_t function;     /* which function of the program it is in; only the tool knows */
	int64_t value;
};

enum { TD_FUNCTION_NORETURN = 1, TD_FUNCTION_LAMBDA = 2, TD_FUNCTION_INITIAL = 4, /* not code, but a variable's initial value */
       TD_FUNCTION_CLASS = 8 /* nor that, but a class: its nodes are its bases */ };

struct td_function {
	uint32_t name, spelling, type;
	uint32_t file, line;
	uint32_t first, count;  /* nodes; the first is TD_N_FUNCTION */
	uint32_t flags;
};

enum { TD_UNIT_MAGIC = 0x54445531, TD_UNIT_FAILED = 1 };

struct td_unit {
	uint32_t magic, flags;
	uint32_t error;         /* the first one, a string; 0: there was none */
	uint32_t node_count, function_count, string_size;
};

#endif
