/* Reads instructions as objdump prints them, and says for how many the runtime (src/rt/code/machine.h) finds another length than is printed. */
#include "rt/code/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bytes_in(const char *text, uint8_t *code)
{
	char *end;
	for (int count = 0;; count++, text = end) {
		long byte = strtol(text, &end, 16);
		if (end == text)
			return count;
		code[count] = (uint8_t)byte;
	}
}

int main(void)
{
	char line[4096];
	long known = 0, unknown = 0, wrong = 0;
	while (fgets(line, sizeof line, stdin)) {
		uint8_t code[64] = {0};
		struct td_instruction instruction;
		char *bytes = strchr(line, '\t'), *name = bytes ? strchr(bytes + 1, '\t') : NULL;
		if (!name)
			continue;
		*name = 0;
		int length = bytes_in(bytes + 1, code), is_known = td_instruction_read(code, &instruction);
		known += is_known;
		unknown += !is_known;
		wrong += is_known && instruction.length != length;
	}
	printf("%s, %ld wrong\n", known > 9 * unknown ? "most are known" : "few are known", wrong);
	return 0;
}
