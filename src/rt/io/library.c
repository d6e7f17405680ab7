/* Functions of the C library that remember something from call to call, for all threads: which of two threads calls first decides what
 * each of them gets (hidden.h).  What is in memory that the program reads (the time that localtime breaks down) or has given (the state of
 * rand_r) is an access to that memory. */
#include "hidden.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void use(enum td_hidden what, uint32_t ways, uint64_t pc)
{
	if (td_current)
		td_hidden_use(td_hidden_place(what), ways, pc);
}

static void draw(uint64_t pc)
{
	use(TD_HIDDEN_RAND, TD_SEES | TD_CHANGES, pc);
}

TD_EXPORT int rand(void)
{
	draw(TD_HERE);
	return TD_REAL(rand)();
}

TD_EXPORT long random(void)
{
	draw(TD_HERE);
	return TD_REAL(random)();
}

TD_EXPORT void srand(unsigned seed)
{
	use(TD_HIDDEN_RAND, TD_CHANGES, TD_HERE);
	TD_REAL(srand)(seed);
}

TD_EXPORT void srandom(unsigned seed)
{
	use(TD_HIDDEN_RAND, TD_CHANGES, TD_HERE);
	TD_REAL(srandom)(seed);
}

TD_EXPORT char *initstate(unsigned seed, char *state, size_t size)
{
	draw(TD_HERE);
	return TD_REAL(initstate)(seed, state, size);
}

TD_EXPORT char *setstate(char *state)
{
	draw(TD_HERE);
	return TD_REAL(setstate)(state);
}

/* Two threads with one state may both begin with the same, as they would in the C library. */
TD_EXPORT int rand_r(unsigned *state)
{
	if (!td_current)
		return TD_REAL(rand_r)(state);
	td_access_range((uint64_t)state, sizeof *state, 0, TD_HERE);
	unsigned own = *state;
	int drawn = TD_REAL(rand_r)(&own);
	td_access_range((uint64_t)state, sizeof *state, 1, TD_HERE);
	*state = own;
	return drawn;
}

static void draw48(uint64_t pc)
{
	use(TD_HIDDEN_RAND48, TD_SEES | TD_CHANGES, pc);
}

TD_EXPORT double drand48(void)
{
	draw48(TD_HERE);
	return TD_REAL(drand48)();
}

TD_EXPORT long lrand48(void)
{
	draw48(TD_HERE);
	return TD_REAL(lrand48)();
}

TD_EXPORT long mrand48(void)
{
	draw48(TD_HERE);
	return TD_REAL(mrand48)();
}

/* The state is the program's. */
static void draw_from(const unsigned short state[3], uint64_t pc)
{
	td_access_of_caller(state, 3 * sizeof *state, 1, pc);
}

TD_EXPORT double erand48(unsigned short state[3])
{
	draw_from(state, TD_HERE);
	return TD_REAL(erand48)(state);
}

TD_EXPORT long nrand48(unsigned short state[3])
{
	draw_from(state, TD_HERE);
	return TD_REAL(nrand48)(state);
}

TD_EXPORT long jrand48(unsigned short state[3])
{
	draw_from(state, TD_HERE);
	return TD_REAL(jrand48)(state);
}

TD_EXPORT void srand48(long seed)
{
	use(TD_HIDDEN_RAND48, TD_CHANGES, TD_HERE);
	TD_REAL(srand48)(seed);
}

TD_EXPORT unsigned short *seed48(unsigned short seed[3])
{
	draw48(TD_HERE);
	return TD_REAL(seed48)(seed);
}

TD_EXPORT void lcong48(unsigned short parameters[7])
{
	use(TD_HIDDEN_RAND48, TD_CHANGES, TD_HERE);
	TD_REAL(lcong48)(parameters);
}

/* Where the next token begins is remembered here, for the C library does not say where it has it.  It is looked up before the
 * text is, and changed after that. */
static char *TD_EXECUTION rest_of_tokens;

TD_EXPORT char *strtok(char *restrict text, const char *restrict ends)
{
	char *rest = text, *token;

	if (!td_current)
		return TD_REAL(strtok)(text, ends);
	if (!text) {
		use(TD_HIDDEN_TOKENS, TD_SEES, TD_HERE);
		rest = rest_of_tokens;
	}
	td_text_will_be_cut(rest, ends, TD_HERE);
	token = TD_REAL(strtok_r)(text, ends, &rest);
	use(TD_HIDDEN_TOKENS, TD_CHANGES, TD_HERE);
	rest_of_tokens = rest;
	return token;
}

TD_EXPORT char *getenv(const char *name)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_SEES, TD_HERE);
	return TD_REAL(getenv)(name);
}

TD_EXPORT char *secure_getenv(const char *name)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_SEES, TD_HERE);
	return TD_REAL(secure_getenv)(name);
}

TD_EXPORT int setenv(const char *name, const char *value, int replaces)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_CHANGES, TD_HERE);
	return TD_REAL(setenv)(name, value, replaces);
}

TD_EXPORT int unsetenv(const char *name)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_CHANGES, TD_HERE);
	return TD_REAL(unsetenv)(name);
}

TD_EXPORT int putenv(char *text)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_CHANGES, TD_HERE);
	return TD_REAL(putenv)(text);
}

TD_EXPORT int clearenv(void)
{
	use(TD_HIDDEN_ENVIRONMENT, TD_CHANGES, TD_HERE);
	return TD_REAL(clearenv)();
}

/* Where the C library puts what these functions return; it is always the same place. */
static struct tm *broken_down(void)
{
	static struct tm *TD_STATE place;
	const time_t any = 0;
	return place ? place : (place = TD_REAL(gmtime)(&any));
}

static char *written_out(void)
{
	static char *TD_STATE place;
	const struct tm any = {.tm_mday = 1};
	return place ? place : (place = TD_REAL(asctime)(&any));
}

static void will_break_down(const time_t *at, uint64_t pc)
{
	if (!td_current)
		return;
	td_access_range((uint64_t)at, sizeof *at, 0, pc);
	td_access_range((uint64_t)broken_down(), sizeof(struct tm), 1, pc);
}

static void will_write_out(uint64_t pc)
{
	enum { LENGTH = 26 };
	if (td_current)
		td_access_range((uint64_t)written_out(), LENGTH, 1, pc);
}

TD_EXPORT struct tm *gmtime(const time_t *at)
{
	will_break_down(at, TD_HERE);
	return TD_REAL(gmtime)(at);
}

TD_EXPORT struct tm *localtime(const time_t *at)
{
	will_break_down(at, TD_HERE);
	return TD_REAL(localtime)(at);
}

TD_EXPORT char *asctime(const struct tm *time)
{
	if (td_current)
		td_access_range((uint64_t)time, sizeof *time, 0, TD_HERE);
	will_write_out(TD_HERE);
	return TD_REAL(asctime)(time);
}

TD_EXPORT char *ctime(const time_t *at)
{
	will_break_down(at, TD_HERE);
	will_write_out(TD_HERE);
	return TD_REAL(ctime)(at);
}
