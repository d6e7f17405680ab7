#include "reduce.h"

#include "base/base.h"
#include "base/options.h"
#include "cuts.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	uint8_t bit;
} reductions[] = {
	{ "pv", TD_REDUCE_PV },
	{ "adds", TD_REDUCE_ADDS },
	{ "same", TD_REDUCE_SAME },
	{ "symmetry", TD_REDUCE_SYMMETRY },
	{ "spins", TD_REDUCE_SPINS },
};

enum { COUNT = sizeof reductions / sizeof *reductions };

static uint8_t bit_of(const char *name)
{
	for (int i = 0; i < COUNT; i++)
		if (!strcmp(reductions[i].name, name))
			return reductions[i].bit;
	usage("--reduce: unknown reduction '%s'; there are pv, adds, same, symmetry and spins", name);
}

uint8_t td_reduce_parse(const char *text)
{
	char *copy = td_strdup(text), *rest = copy, *name;
	uint8_t bits = 0;

	while ((name = strsep(&rest, ",")))
		bits |= bit_of(name);
	free(copy);
	return bits;
}

char *td_symmetry_words(const struct td_channel *channel)
{
	char *place = channel->asymmetric ? td_place_name(channel, channel->asymmetric_pc) : NULL;
	char *words;

	if (channel->asymmetric)
		words = td_format("symmetry was not used: the program can tell threads apart that are alike%s%s%s",
				  place ? " (" : "", place ? place : "", place ? ")" : "");
	else if (channel->alike)
		words = td_strdup(
			"symmetry was used: threads started with the same function and argument are interchangeable");
	else
		words = td_strdup(
			"symmetry was not used: no two threads were started with the same function and argument");
	free(place);
	return words;
}
