/* Prints the site table of a file, for t/sites.t: each function, its blocks and their sites. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/site_table.h"

static const char *const kinds[TD_SITE_KINDS] = {"read", "write",    "update",     "fence",  "assembly",
						 "call", "indirect", "hands over", "branch", "return"};

static void print_sites(const struct td_site_table *table, uint32_t block)
{
	for (uint32_t i = table->blocks.items[block].first_site; i < table->blocks.items[block + 1].first_site; i++) {
		const struct td_table_site *site = &table->sites.items[i];

		printf("site\t%s\t%s\t%u\t%u\t%s\t%s\n", kinds[site->kind], site->file, site->line, site->column,
		       site->expression, site->callee);
	}
}

static void print_blocks(const struct td_site_table *table, uint32_t function)
{
	uint32_t first = table->functions.items[function].first_block;

	for (uint32_t i = first; i < table->functions.items[function + 1].first_block; i++) {
		printf("block\t%u\t%s\t", i - first, table->blocks.items[i].is_loop_head ? "loop" : "");
		for (uint32_t k = table->blocks.items[i].first_successor;
		     k < table->blocks.items[i + 1].first_successor; k++)
			printf(" %u", table->successors.items[k] - first);
		printf("\n");
		print_sites(table, i);
	}
}

int main(int argc, char **argv)
{
	struct td_module module = {0};
	struct td_site_table *table;
	bool is_damaged;

	if (argc != 2)
		return 64;
	snprintf(module.path, sizeof module.path, "%s", argv[1]);
	table = td_site_table_open(&module, 1);
	for (uint32_t i = 0; i < table->functions.count; i++) {
		const struct td_table_function *function = &table->functions.items[i];

		printf("function\t%s\t%s\t%u\t%s\t%u\n", function->name, function->file, function->line,
		       function->signature, function->flags);
		print_blocks(table, i);
	}
	is_damaged = table->is_damaged;
	printf("%u blobs%s\n", table->blob_count, is_damaged ? ", damaged" : "");
	td_site_table_close(table);
	return is_damaged;
}
