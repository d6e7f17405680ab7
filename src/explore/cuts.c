#include "cuts.h"

#include "base/base.h"
#include "trace/symbols.h"

#include <stdlib.h>

void td_cuts_add(struct td_cuts *self, const struct td_done *done)
{
	uint32_t new = done->bound_cut & ~self->why;

	for (int i = 0; i < TD_CUTS; i++)
		if (new >> i & 1)
			self->pc[i] = done->cut_pc[i];
	self->why |= new;
}

/* The innermost one in the program's own files, or else in any. */
static const struct td_site *telling_site(const struct td_site *sites, uint32_t count)
{
	const struct td_site *site = NULL;

	for (uint32_t i = 0; i < count; i++) {
		if (td_site_is_own(&sites[i]))
			return &sites[i];
		if (!site && sites[i].file)
			site = &sites[i];
	}
	return site;
}

static char *place_of(struct td_symbols *symbols, uint64_t pc)
{
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(symbols, pc, TD_PC_RETURN, sites, TD_MAX_FRAMES);
	const struct td_site *site = telling_site(sites, count);
	char *place = site ? td_format("%s:%d", site->file, site->line) : NULL;

	td_sites_clear(sites, count);
	return place;
}

char *td_place_name(const struct td_channel *channel, uint64_t pc)
{
	struct td_symbols *symbols = td_symbols_open(channel->modules, channel->module_count);
	char *place = place_of(symbols, pc);

	td_symbols_close(symbols);
	return place;
}

void td_cuts_name(struct td_cuts *self, const struct td_channel *channel)
{
	struct td_symbols *symbols;

	if (!self->why)
		return;
	symbols = td_symbols_open(channel->modules, channel->module_count);
	for (int i = 0; i < TD_CUTS; i++)
		if (self->pc[i])
			self->place[i] = place_of(symbols, self->pc[i]);
	td_symbols_close(symbols);
}

const char *td_cut_words(enum td_cut why)
{
	switch (why) {
	case TD_CUT_BOUND:
		return "there are orders beyond the bound";
	case TD_CUT_SPIN:
		return "a loop that only waits was not followed round after round";
	case TD_CUT_VALUES:
		return "any value was asked for, and some were tried";
	case TD_CUT_CHOICE:
		return "of several choices in one atomic stretch only the first was tried in every way";
	case TD_CUT_FINDING:
		return "an execution came to two findings, of which one was noted";
	case TD_CUT_READS_FROM:
		return "what can be read from what was not followed in every way";
	case TD_CUT_CANCEL:
		return "a thread was cancelled, and not every order of that and what it did then was tried";
	case TD_CUT_TIMEOUTS:
		return "a thread gave up waiting three times, and was not let do so again while others could run";
	case TD_CUT_SWAP:
		return "whether a compare-and-swap would succeed before a write of a whole block was not known";
	case TD_CUT_BRANCH:
		return "an order that was to be tried could not be followed";
	case TD_CUT_PORTS:
		return "with several receivers at a port, or a selective wait among messages, not every order was "
		       "tried";
	case TD_CUT_END:
		return "the program ended while threads could go on";
	case TD_CUT_LIBRARY:
		return "what a library did with a descriptor, or when a thread ended, is not known, so not every order "
		       "of that was tried";
	case TD_CUT_TIMERS:
		return "a timer went off only when no thread could go on, or the clock had come so far (--timeouts "
		       "last asks for that)";
	case TD_CUT_MISUSE:
		return "what else comes of the misuse of a primitive was not tried in every order";
	case TD_CUT_THREADS:
		return "executions were ended when they had made as many threads as Treadle can have";
	case TD_CUT_STRETCH:
		return "in an atomic stretch a thread may have to wait, and not every order of what others do then was "
		       "tried";
	case TD_CUT_NOTHING:
		return "no execution counts, so nothing was tested";
	case TD_CUT_CLOCK:
		return "a thread looked at a clock while another one slept or was to, and not every order of that was "
		       "tried";
	case TD_CUT_LOCKS:
		return "a function of a library gave up its lock while it waited, and not every order of that was "
		       "tried";
	case TD_CUTS:
		break;
	}
	return "something was left out";
}

const char *td_cut_threads_words(const struct td_cuts *self)
{
	return self->why >> TD_CUT_THREADS & 1 ? ", or with more threads than Treadle can have" : "";
}

const char *td_endless_words(int is_endless)
{
	return is_endless ? ", later ones sooner: nearly none came to its end" : "";
}
