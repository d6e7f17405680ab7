/* The site table of a program and its woven libraries (weave/sites.h), read back: what there is at each place of the
 * code, and the control-flow graph that the places lie in.
 *
 * Nothing of it is loaded into the program, and nothing is read before it is asked for.  The table has no addresses: an
 * address has the file, line, column, discriminator and function that DWARF gives it, and the sites there are those of
 * the table with the same five.  What an optimiser does to code, inlining above all, keeps these with each call of a
 * hook.  If several sites have the same place all the same, and differ in what is asked, the answer is "not known".
 *
 * gcc makes no table; for what it has compiled, only DWARF is there. */
#ifndef TD_TRACE_SITE_TABLE_H
#define TD_TRACE_SITE_TABLE_H

#include "symbols.h"
#include "weave/sites.h"

/* A place of the code at which something is done. */
struct td_table_site {
	enum td_site_kind kind;
	const char *file;       /* "" if not known */
	uint32_t line, column;  /* 0: not known */
	uint32_t discriminator; /* tells those apart that a macro has put at one place of a function */
	const char *expression; /* "" if there is none */
	const char *callee;     /* of calls: see weave/sites.h */
	uint32_t block;
};

struct td_table_block {
	uint32_t function;
	uint32_t first_site;      /* its sites end where those of the next block begin */
	uint32_t first_successor; /* ... and so do these */
	bool is_loop_head;
};

struct td_table_function {
	const char *name; /* for the linker */
	const char *file, *signature;
	uint32_t line, flags; /* TD_FUNCTION_ */
	uint32_t first_block;
	uint32_t blob; /* of the object that it lies in; numbered */
};

struct td_site_table {
	struct {
		struct td_table_site *items;
		size_t count, room;
	} sites;
	struct {
		struct td_table_block *items; /* one more than there are */
		size_t count, room;
	} blocks;
	struct {
		struct td_table_function *items; /* one more than there are */
		size_t count, room;
	} functions;
	struct {
		uint32_t *items; /* blocks, by their number in the table */
		size_t count, room;
	} successors;
	uint32_t *by_place;      /* sites, by line and column */
	uint32_t *by_name;       /* functions */
	uint32_t blob_count;     /* 0: nothing here was woven by clang */
	struct td_strings texts; /* that all strings point into */
	bool is_damaged;         /* a section could not be read to its end; what came before is there */
};

/* Reads the tables of these files, which need not have one. */
struct td_site_table *td_site_table_open(const struct td_module *modules, uint32_t count);
void td_site_table_close(struct td_site_table *table);

/* The function that a direct call, or a site that hands one over, leads to; NULL if it is not in the table. */
const struct td_table_function *td_site_table_callee(const struct td_site_table *table,
						     const struct td_table_site *site);

/* For each site at a line of a file (as td_path_fold has it), in the order of columns; column 0: all of the line. */
typedef void td_site_visit(void *context, uint32_t site);
void td_site_table_at(const struct td_site_table *table, const char *path, uint32_t line, uint32_t column,
		      td_site_visit *visit, void *context);

/* For each site that the code at PC may be. */
void td_site_table_of(const struct td_site_table *table, struct td_symbols *symbols, uint64_t pc, enum td_pc how,
		      td_site_visit *visit, void *context);

/* For each piece of code and each site that it may be: a site's operation is a call from LOW up to before HIGH. */
typedef void td_site_code_visit(void *context, uint64_t low, uint64_t high, uint32_t site);
void td_site_table_each_code(const struct td_site_table *table, struct td_symbols *symbols, td_site_code_visit *visit,
			     void *context);

/* What the source calls the object of an event of this kind at PC: "q->head"; NULL if that is not known. */
const char *td_site_table_expression(const struct td_site_table *table, struct td_symbols *symbols, uint64_t pc,
				     enum td_kind kind);

#endif
