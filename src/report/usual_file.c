#include "usual_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

static char *file_of(const char *place)
{
	const char *colon = strrchr(place, ':');

	return colon && colon != place && colon[-1] != ':' ? td_format("%.*s", (int)(colon - place), place) : NULL;
}

static void count(struct td_intern *files, uint32_t *times, const char *place)
{
	char *file = place ? file_of(place) : NULL;

	if (file)
		times[td_intern_add(files, file)]++;
	free(file);
}

char *td_usual_file(const struct td_rows *rows)
{
	struct td_intern files = {0};
	uint32_t *times = td_alloc((rows->count + 1) * sizeof *times), best = 0;
	char *file;

	for (size_t i = 0; i < rows->count; i++)
		count(&files, times, rows->items[i].place);
	for (uint32_t i = 1; i < files.strings.count; i++)
		best = times[i] > times[best] ? i : best;
	file = files.strings.count ? td_strdup(files.strings.items[best]) : NULL;
	td_intern_clear(&files);
	free(times);
	return file;
}

const char *td_place_in(const char *place, const char *file)
{
	size_t length = file ? strlen(file) : 0;

	return length && !strncmp(place, file, length) && place[length] == ':' ? place + length : place;
}
