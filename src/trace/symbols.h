/* Addresses of a running program to places in its source, through the files it was loaded from.
 *
 * Files are opened when first needed.  What is not known is answered as such, never guessed. */
#ifndef TD_TRACE_SYMBOLS_H
#define TD_TRACE_SYMBOLS_H

#include "image.h"
#include "base/source.h"
#include "trace.h"

struct td_symbols {
	const struct td_module *modules;
	uint32_t module_count;
	struct td_image **images; /* one per module, NULL until needed */
	struct td_sources sources;
};

/* Whether a code address is the one an instruction is at, or the one a call will return to. */
enum td_pc { TD_PC_RETURN, TD_PC_EXACT };

/* The modules must outlive it. */
struct td_symbols *td_symbols_open(const struct td_module *modules, uint32_t count);
void td_symbols_close(struct td_symbols *symbols);

/* The file that ADDRESS was loaded from, and *place the address in it; NULL if it was from none. */
struct td_image *td_symbols_image(struct td_symbols *symbols, uint64_t address, uint64_t *place);

/* The place of PC in the source: one site, or more if it lies in functions that were inlined (innermost first).  Returns how
 * many were filled, at least one.  Their strings are the caller's. */
uint32_t td_symbols_sites(struct td_symbols *symbols, uint64_t pc, enum td_pc how, struct td_site *sites, uint32_t room);

/* The place of PC in the source as the line table has it, which is inside the innermost function that was inlined there. */
struct td_code_place {
	char *path;              /* absolute, as td_path_fold has it; the caller frees it */
	uint32_t line, column;   /* 0: the compiler made this code up */
	uint32_t discriminator;
	const char *function;    /* for the linker; NULL if not known */
};

/* False if there is no debug information about PC. */
bool td_symbols_place(struct td_symbols *symbols, uint64_t pc, enum td_pc how, struct td_code_place *place);

/* All code that has debug information, the runtime's left out: each piece from LOW up to before HIGH that has one place. */
typedef void td_code_visit(void *context, uint64_t low, uint64_t high, const struct td_code_place *place);
void td_symbols_each_place(struct td_symbols *symbols, td_code_visit *visit, void *context);

/* The scopes PC lies in, innermost first, to be freed; 0 if not known. */
int td_symbols_scopes(struct td_symbols *symbols, uint64_t pc, enum td_pc how, Dwarf_Die **scopes);

/* The line of the source at PC, untrimmed; NULL if not found. */
const char *td_symbols_line(struct td_symbols *symbols, uint64_t pc, enum td_pc how);

/* The lines around a site, each ended by a newline; *first is the number of the first one.  The caller frees it. */
char *td_symbols_excerpt(struct td_symbols *symbols, const struct td_site *site, enum td_pc how, uint32_t *first);

#endif
