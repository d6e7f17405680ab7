/* The site table of a module: sites.h says what is in it and how it is written down. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/flow.h"
#include "base/map.h"
#include "rewrite_expression.h"
#include "sites.h"

struct bytes {
	char *items;
	size_t count, room;
};

/* What goes into one blob. */
struct table {
	struct weaver *weaver;
	struct td_intern strings;
	struct bytes code;  /* the functions */
	struct bytes sites; /* of the block under way */
	uint32_t site_count;
	unsigned line; /* of the last site */
	LLVMDIBuilderRef places;
	struct td_map seen;       /* of the function under way: how often each place has come so far */
	LLVMValueRef instruction; /* the last one, and */
	uint32_t number;          /* its number among those at its place */
	uint32_t function_count;
};

/* Numbers and texts. */

static void put_number(struct bytes *to, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		TD_PUSH(to, (char)(number | 0x80));
	TD_PUSH(to, (char)number);
}

static void put_bytes(struct bytes *to, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		TD_PUSH(to, bytes[i]);
}

static void put_text(struct table *self, struct bytes *to, const char *text)
{
	put_number(to, td_intern_add(&self->strings, text ? text : ""));
}

static uint64_t zigzag(int64_t number)
{
	return (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
}

char *td_weave_file(LLVMMetadataRef scope)
{
	LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
	unsigned name_length, directory_length;
	const char *name = file ? LLVMDIFileGetFilename(file, &name_length) : NULL, *directory;

	if (!name)
		return td_strdup("");
	directory = LLVMDIFileGetDirectory(file, &directory_length);
	if (name[0] == '/' || !directory_length)
		return td_format("%.*s", (int)name_length, name);
	return td_format("%.*s/%.*s", (int)directory_length, directory, (int)name_length, name);
}

/* Sites. */

/* A macro puts several instructions at one place.  DWARF tells them apart by a number, the discriminator, that the line
 * table has for each address. */
static uint32_t number_at_place(struct table *self, LLVMValueRef instruction)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction), scope;
	uint32_t line = location ? LLVMDILocationGetLine(location) : 0, *slot;
	unsigned column = location ? LLVMDILocationGetColumn(location) : 0;

	if (!line || !column)
		return 0;
	slot = td_map_slot(&self->seen, (uint64_t)line << 32 | column);
	*slot = *slot == TD_MAP_NONE ? 0 : *slot + 1;
	if (!*slot)
		return 0;
	scope = LLVMDILocationGetScope(location);
	scope = LLVMDIBuilderCreateLexicalBlockFile(self->places, scope, LLVMDIScopeGetFile(scope), *slot);
	LLVMInstructionSetDebugLoc(instruction,
				   LLVMDIBuilderCreateDebugLocation(self->weaver->context, line, column, scope,
								    LLVMDILocationGetInlinedAt(location)));
	return *slot;
}

static void put_site(struct table *self, LLVMValueRef instruction, enum td_site_kind kind, char *expression,
		     const char *callee)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
	unsigned line = location ? LLVMDILocationGetLine(location) : 0;
	char *file = location ? td_weave_file(LLVMDILocationGetScope(location)) : NULL;

	if (self->instruction != instruction)
		self->number = kind < TD_SITE_BRANCH ? number_at_place(self, instruction) : 0;
	self->instruction = instruction;
	put_number(&self->sites, kind);
	put_text(self, &self->sites, file);
	put_number(&self->sites, zigzag((int64_t)line - self->line));
	put_number(&self->sites, location ? LLVMDILocationGetColumn(location) : 0);
	put_number(&self->sites, self->number);
	put_text(self, &self->sites, expression);
	put_text(self, &self->sites, callee);
	self->line = line;
	self->site_count++;
	free(file);
	free(expression);
}

static void put_access(struct table *self, LLVMValueRef instruction, enum td_site_kind kind, LLVMValueRef pointer,
		       enum td_weave_operand operand)
{
	if (!td_weave_is_private(pointer))
		put_site(self, instruction, kind, td_weave_expression(self->weaver, instruction, pointer, operand),
			 NULL);
}

/* "i32 (ptr, ptr)": pointers are alike, for a method's first is to its own class. */
static void put_type(struct bytes *to, LLVMTypeRef type)
{
	char *name;

	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind: put_bytes(to, "ptr", 3); return;
	case LLVMStructTypeKind: put_bytes(to, "struct", 6); return;
	default:
		name = LLVMPrintTypeToString(type);
		put_bytes(to, name, strlen(name));
		LLVMDisposeMessage(name);
	}
}

static char *signature_of(LLVMTypeRef type)
{
	unsigned count = LLVMCountParamTypes(type);
	LLVMTypeRef *parameters = td_alloc((count + 1) * sizeof *parameters);
	struct bytes text = {0};

	LLVMGetParamTypes(type, parameters);
	put_type(&text, LLVMGetReturnType(type));
	put_bytes(&text, " (", 2);
	for (unsigned i = 0; i < count; i++) {
		put_bytes(&text, ", ", i ? 2 : 0);
		put_type(&text, parameters[i]);
	}
	put_bytes(&text, ", ...)", LLVMIsFunctionVarArg(type) ? 6 : 0);
	if (!LLVMIsFunctionVarArg(type))
		put_bytes(&text, ")", 1);
	TD_PUSH(&text, 0);
	free(parameters);
	return text.items;
}

static LLVMValueRef function_behind(LLVMValueRef value)
{
	value = td_weave_base(value);
	if (LLVMIsAGlobalAlias(value))
		value = td_weave_base(LLVMAliasGetAliasee(value));
	return LLVMIsAFunction(value);
}

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static void put_handed(struct table *self, LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef argument = LLVMGetOperand(call, i);
		LLVMValueRef function = LLVMIsAConstant(argument) ? function_behind(argument) : NULL;

		if (function)
			put_site(self, call, TD_SITE_HANDS_OVER, NULL, name_of(function));
	}
}

static char *argument_expression(struct table *self, LLVMValueRef call)
{
	LLVMValueRef argument = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;

	if (!argument || LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind)
		return NULL;
	return td_weave_expression(self->weaver, call, argument, TD_OPERAND_CALL);
}

/* Atomic operations that the front end leaves to the library (rewrite_library.c) are calls here: so they are in the
 * source. */
static void put_call(struct table *self, LLVMValueRef call)
{
	LLVMValueRef function = function_behind(LLVMGetCalledValue(call));
	char *signature;

	if (function) {
		put_site(self, call, TD_SITE_CALL, argument_expression(self, call), name_of(function));
	} else {
		signature = signature_of(LLVMGetCalledFunctionType(call));
		put_site(self, call, TD_SITE_CALL_INDIRECT, argument_expression(self, call), signature);
		free(signature);
	}
	put_handed(self, call);
}

static void put_intrinsic(struct table *self, LLVMValueRef call, const char *name)
{
	int copies = !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13);

	if (copies)
		put_access(self, call, TD_SITE_READ, LLVMGetOperand(call, 1), TD_OPERAND_SOURCE);
	if (copies || !strncmp(name, "llvm.memset.", 12))
		put_access(self, call, TD_SITE_WRITE, LLVMGetOperand(call, 0), TD_OPERAND_TARGET);
}

/* An atomic operation is an operator of the source, or a call of a builtin function. */
static void put_atomic(struct table *self, LLVMValueRef instruction, enum td_site_kind kind, LLVMValueRef pointer)
{
	char *expression = td_weave_expression(self->weaver, instruction, pointer, TD_OPERAND_BUILTIN);

	if (td_weave_is_private(pointer)) {
		free(expression);
		return;
	}
	if (!expression)
		expression = td_weave_expression(self->weaver, instruction, pointer, TD_OPERAND_ACCESS);
	put_site(self, instruction, kind, expression, NULL);
}

static void put_load_or_store(struct table *self, LLVMValueRef instruction)
{
	int is_write = LLVMIsAStoreInst(instruction) != NULL;
	enum td_site_kind kind = is_write ? TD_SITE_WRITE : TD_SITE_READ;
	LLVMValueRef pointer = LLVMGetOperand(instruction, is_write);

	if (td_weave_is_atomic(instruction))
		put_atomic(self, instruction, kind, pointer);
	else
		put_access(self, instruction, kind, pointer, TD_OPERAND_ACCESS);
}

static void put_instruction(struct table *self, LLVMValueRef instruction)
{
	LLVMValueRef callee =
		LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;

	if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
		put_load_or_store(self, instruction);
	else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction))
		put_atomic(self, instruction, TD_SITE_UPDATE, LLVMGetOperand(instruction, 0));
	else if (LLVMIsAFenceInst(instruction))
		put_site(self, instruction, TD_SITE_FENCE, NULL, NULL);
	else if (LLVMIsAReturnInst(instruction))
		put_site(self, instruction, TD_SITE_RETURN, NULL, NULL);
	else if (callee && LLVMIsAInlineAsm(callee))
		put_site(self, instruction, TD_SITE_ASSEMBLY, NULL, NULL);
	else if (callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
		put_intrinsic(self, instruction, name_of(callee));
	else if (callee)
		put_call(self, instruction);
	else if (LLVMIsATerminatorInst(instruction) && LLVMGetNumSuccessors(instruction) > 1)
		put_site(self, instruction, TD_SITE_BRANCH, NULL, NULL);
}

/* Blocks. */

struct graph {
	LLVMBasicBlockRef *blocks;
	struct td_map numbers; /* of the blocks */
	struct td_flow flow;
	uint32_t *first;
	struct {
		uint32_t *items;
		size_t count, room;
	} successors;
	bool *heads;
};

static void find_successors(struct graph *graph, LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

	for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++)
		TD_PUSH(&graph->successors, *td_map_slot(&graph->numbers, (uintptr_t)LLVMGetSuccessor(last, i)));
}

static void open_graph(struct graph *graph, LLVMValueRef function)
{
	uint32_t count = LLVMCountBasicBlocks(function);

	*graph = (struct graph){.blocks = td_alloc(count * sizeof(LLVMBasicBlockRef)),
				.first = td_alloc((count + 1) * sizeof(uint32_t)),
				.heads = td_alloc(count * sizeof(bool))};
	LLVMGetBasicBlocks(function, graph->blocks);
	for (uint32_t i = 0; i < count; i++)
		*td_map_slot(&graph->numbers, (uintptr_t)graph->blocks[i]) = i;
	for (uint32_t i = 0; i < count; i++) {
		find_successors(graph, graph->blocks[i]);
		graph->first[i + 1] = (uint32_t)graph->successors.count;
	}
	graph->flow = (struct td_flow){count, graph->first, graph->successors.items};
	td_flow_loop_heads(&graph->flow, graph->heads);
}

static void close_graph(struct graph *graph)
{
	td_map_clear(&graph->numbers);
	free(graph->blocks);
	free(graph->first);
	free(graph->successors.items);
	free(graph->heads);
}

static void put_block(struct table *self, const struct graph *graph, uint32_t number)
{
	LLVMBasicBlockRef block = graph->blocks[number];

	put_number(&self->code, graph->heads[number]);
	put_number(&self->code, graph->first[number + 1] - graph->first[number]);
	for (uint32_t i = graph->first[number]; i < graph->first[number + 1]; i++)
		put_number(&self->code, graph->successors.items[i]);
	self->site_count = 0;
	self->sites.count = 0;
	for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
		put_instruction(self, at);
	put_number(&self->code, self->site_count);
	put_bytes(&self->code, self->sites.items, self->sites.count);
}

/* Functions. */

/* Whether it is used otherwise than to be called. */
static int is_address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) || LLVMGetCalledValue(user) != function)
			return 1;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetOperand(user, i) == function)
				return 1;
	}
	return 0;
}

static int is_local(LLVMValueRef function)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);

	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void put_function(struct table *self, LLVMValueRef function)
{
	LLVMMetadataRef scope = LLVMGetSubprogram(function);
	char *file = scope ? td_weave_file(scope) : NULL;
	char *signature = signature_of(LLVMGlobalGetValueType(function));
	struct graph graph;

	put_text(self, &self->code, name_of(function));
	put_text(self, &self->code, file);
	put_text(self, &self->code, signature);
	put_number(&self->code, scope ? LLVMDISubprogramGetLine(scope) : 0);
	put_number(&self->code, (is_address_taken(function) ? TD_FUNCTION_ADDRESS_TAKEN : 0) |
					(is_local(function) ? TD_FUNCTION_LOCAL : 0));
	open_graph(&graph, function);
	td_map_clear(&self->seen);
	put_number(&self->code, graph.flow.count);
	for (uint32_t i = 0; i < graph.flow.count; i++)
		put_block(self, &graph, i);
	close_graph(&graph);
	self->function_count++;
	free(signature);
	free(file);
}

/* The blob. */

static struct bytes finish(struct table *self)
{
	struct bytes body = {0}, blob = {0};

	put_number(&body, self->strings.strings.count);
	for (size_t i = 0; i < self->strings.strings.count; i++)
		put_bytes(&body, self->strings.strings.items[i], strlen(self->strings.strings.items[i]) + 1);
	put_number(&body, self->function_count);
	put_bytes(&body, self->code.items, self->code.count);
	put_bytes(&blob, TD_SITES_MARK, TD_SITES_MARK_SIZE);
	for (int i = 0; i < 4; i++)
		TD_PUSH(&blob, (char)(body.count >> 8 * i));
	put_bytes(&blob, body.items, body.count);
	free(body.items);
	return blob;
}

/* LLVM gives a global variable to the program's memory, whatever its section; the assembler does what it is told. */
static void append_section(struct weaver *self, const struct bytes *blob)
{
	static const char octals[] = "01234567",
			  begin[] = "\t.pushsection\t" TD_SITES_SECTION ",\"\",@progbits\n\t.ascii\t\"",
			  end[] = "\"\n\t.popsection\n";
	struct bytes text = {0};

	put_bytes(&text, begin, strlen(begin));
	for (size_t i = 0; i < blob->count; i++) {
		unsigned char c = (unsigned char)blob->items[i];
		char octal[4] = {'\\', octals[c >> 6], octals[c >> 3 & 7], octals[c & 7]};

		if (c >= ' ' && c < 0x7f && c != '"' && c != '\\')
			TD_PUSH(&text, (char)c);
		else
			put_bytes(&text, octal, sizeof octal);
	}
	put_bytes(&text, end, strlen(end));
	LLVMAppendModuleInlineAsm(self->module, text.items, text.count);
	free(text.items);
}

static int has_mangled_names(struct weaver *self)
{
	for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function;
	     function = LLVMGetNextFunction(function))
		if (!strncmp(name_of(function), "_Z", 2))
			return 1;
	return 0;
}

void td_weave_sites(struct weaver *self)
{
	struct table table = {.weaver = self};
	struct bytes blob;

	self->is_cxx = has_mangled_names(self);
	table.places = LLVMCreateDIBuilder(self->module);
	td_intern_add(&table.strings, "");
	for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function;
	     function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function))
			put_function(&table, function);
	blob = finish(&table);
	append_section(self, &blob);
	LLVMDisposeDIBuilder(table.places);
	td_map_clear(&table.seen);
	td_intern_clear(&table.strings);
	free(table.code.items);
	free(table.sites.items);
	free(blob.items);
}
