#include "adopted.h"

#include "base/base.h"
#include "wire/adopted.h"

#include <stdlib.h>

static char *names_of(uint32_t adopted)
{
	char *text = td_strdup("");

	for (int i = 0; i < TD_ADOPTED; i++) {
		if (!(adopted >> i & 1))
			continue;
		char *longer = td_format("%s%s%s", text, *text ? ", " : "", td_adopted_names[i]);

		free(text);
		text = longer;
	}
	return text;
}

void td_say_what_is_adopted(uint32_t adopted)
{
	char *names = names_of(adopted);

	remark("%s: empty in this program, so Treadle's own %s used", names,
	       td_counted((uint64_t)__builtin_popcount(adopted), "is", "are"));
	free(names);
}
