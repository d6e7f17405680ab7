/* One file of the program (the executable or a shared object), opened to look things up in it.
 *
 * Everything here speaks in the file's own addresses: the load bias is taken off by symbols.c.  A file that cannot be read,
 * or has no debug information, answers every question with "not known". */
#ifndef TD_TRACE_IMAGE_H
#define TD_TRACE_IMAGE_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>

#include "base/base.h"

struct td_unit_range {
	uint64_t low, high;
	Dwarf_Off unit;
};

struct td_elf_symbol {
	uint64_t low, high;
	const char *name;
	bool function;
};

/* A variable or a function. */
struct td_variable {
	uint64_t low, high;      /* in the file, or in its thread-local block */
	Dwarf_Die die;
};

struct td_variables {
	struct td_variable *items;
	size_t count, room;
};

struct td_image {
	char *path;
	int fd;
	Elf *elf;
	Dwarf *dwarf;            /* NULL if there is none */
	struct {
		struct td_unit_range *items;
		size_t count, room;
	} units;
	struct {
		struct td_elf_symbol *items;
		size_t count, room;
	} symbols;
	struct td_variables globals, locals; /* of the program; of each thread (thread-local) */
	struct td_variables functions; /* by their code */
	bool dies_known;         /* globals, locals and functions are filled when first asked for */
	uint64_t tls_size;       /* distance from its thread-local block to the thread pointer, if it is the executable */
};

struct td_image *td_image_open(const char *path);
void td_image_close(struct td_image *image);

/* The compilation unit that PC belongs to; false if none. */
bool td_image_unit(struct td_image *image, uint64_t pc, Dwarf_Die *unit);

/* Treadle's runtime is linked into the program and larger than most; nothing of it is ever named. */
bool td_unit_is_runtime(Dwarf_Die *unit);

/* The function or object in the symbol table that holds ADDRESS, NULL if none. */
const struct td_elf_symbol *td_image_symbol(const struct td_image *image, uint64_t address, bool function);

/* A global, static or function-static variable; a thread-local one by its offset in the thread-local block. */
const struct td_variable *td_image_global(struct td_image *image, uint64_t address);
const struct td_variable *td_image_global_named(struct td_image *image, const char *name);
const struct td_variable *td_image_thread_local(struct td_image *image, uint64_t offset);

/* The function whose code holds PC, also where it is declared inside another one as lambdas are; NULL if none. */
const struct td_variable *td_image_function(struct td_image *image, uint64_t pc);

/* What the file has at ADDRESS, and how much of it; NULL if the file does not initialise it. */
const char *td_image_bytes(const struct td_image *image, uint64_t address, size_t *size);

/* A string constant in the file; NULL if ADDRESS is not in what the file initialises.  The caller frees it. */
char *td_image_string(const struct td_image *image, uint64_t address);

#endif
