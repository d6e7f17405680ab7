#include "json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

json_t *td_json_text(const char *bytes, size_t size)
{
	json_t *value = json_stringn(bytes, size);
	char *clean;
	size_t used = 0;

	if (value)
		return value;
	clean = td_alloc(3 * size + 1);
	for (size_t i = 0; i < size;) {
		size_t length = 4;

		while (length && (i + length > size || !(value = json_stringn(bytes + i, length))))
			length--;
		json_decref(value);
		if (length) {
			memcpy(clean + used, bytes + i, length);
			used += length;
			i += length;
		} else {
			memcpy(clean + used, "\xef\xbf\xbd", 3);
			used += 3;
			i++;
		}
	}
	value = json_stringn(clean, used);
	free(clean);
	return value;
}

json_t *td_json_string(const char *value)
{
	return value && *value ? td_json_text(value, strlen(value)) : json_null();
}

json_t *td_json_take(char *value)
{
	json_t *result = td_json_string(value);

	free(value);
	return result;
}
