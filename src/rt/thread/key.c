#include "key.h"

#include "rt/engine.h"
#include "rt/race.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <limits.h>

/* Keys of the program have numbers above those of the C library.  The first in the table were made before main, by libraries
 * mostly, and have the C library's numbers; so have the values that main's thread was given then.  From main on all values are
 * kept here, for what the C library keeps in a thread's own block would outlive the execution. */
enum { MAX_KEYS = 1024, FIRST = 4096, NO_KEY = UINT32_MAX };

struct key {
	uint8_t used;
	pthread_key_t early;         /* made before main: its number */
	void (*destructor)(void *);
};

static struct key TD_STATE keys[MAX_KEYS];
static uint32_t TD_EXECUTION used_keys; /* the highest in use + 1 */
static uint32_t TD_STATE early_keys;
static uint32_t TD_STATE used_at_most;      /* by this execution, also before it went back to a mark */
static void TD_STATE **all_values;          /* a stretch for each thread */

static void remember_early(pthread_key_t key, void (*destructor)(void *))
{
	if (early_keys == MAX_KEYS)
		return;
	keys[early_keys++] = (struct key){1, key, destructor};
	used_at_most = early_keys;
}

static void forget_early(pthread_key_t key)
{
	for (uint32_t i = 0; i < early_keys; i++)
		if (keys[i].early == key)
			keys[i].early = NO_KEY;
}

/* Its place in the table, NO_KEY if it has none. */
static uint32_t find(pthread_key_t key)
{
	if (key >= FIRST)
		return key - FIRST < MAX_KEYS && keys[key - FIRST].used ? key - FIRST : NO_KEY;
	for (uint32_t i = 0; i < early_keys; i++)
		if (keys[i].early == key && keys[i].used)
			return i;
	return NO_KEY;
}

static void put(struct td_fiber *fiber, uint32_t place, void *value)
{
	if (!all_values)
		all_values = td_map((uint64_t)TD_MAX_THREADS * MAX_KEYS * sizeof *all_values);
	if (!fiber->keys.values) {
		fiber->keys.values = all_values + (uint64_t)fiber->id * MAX_KEYS;
		fiber->keys.room = MAX_KEYS;
		td_plain_set(fiber->keys.values, 0, MAX_KEYS * sizeof *fiber->keys.values);
	}
	fiber->keys.values[place] = value;
}

void td_keys_mark(void)
{
	td_mark_keep(keys, used_keys * sizeof *keys);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i)->keys.values)
			td_mark_keep(td_fiber(i)->keys.values, used_keys * sizeof *td_fiber(i)->keys.values);
}

void td_keys_back(void)
{
	for (; used_at_most > used_keys; used_at_most--)
		keys[used_at_most - 1] = (struct key){0};
}

void td_keys_reset(void)
{
	used_keys = early_keys;
	td_keys_back();
	for (uint32_t i = 0; i < early_keys; i++)
		keys[i].used = keys[i].early != NO_KEY;
}

void td_keys_begin(struct td_fiber *first)
{
	for (uint32_t i = 0; i < early_keys; i++) {
		void *value = keys[i].used ? TD_REAL(pthread_getspecific)(keys[i].early) : NULL;
		if (value)
			put(first, i, value);
	}
}

int td_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	for (uint32_t i = early_keys; i < MAX_KEYS; i++)
		if (!keys[i].used) {
			keys[i] = (struct key){1, NO_KEY, destructor};
			used_keys = i + 1 > used_keys ? i + 1 : used_keys;
			used_at_most = used_keys;
			*key = FIRST + i;
			for (uint32_t t = 0; t < td_fiber_count; t++)
				if (i < td_fiber(t)->keys.room)
					td_fiber(t)->keys.values[i] = NULL;
			return 0;
		}
	return EAGAIN;
}

int td_key_delete(pthread_key_t key)
{
	uint32_t place = find(key);
	if (place == NO_KEY)
		return EINVAL;
	keys[place].used = 0;
	return 0;
}

int td_key_set(pthread_key_t key, uintptr_t value)
{
	uint32_t place = find(key);
	if (place == NO_KEY)
		return EINVAL;
	put(td_current, place, (void *)value);
	return 0;
}

void *td_key_get(pthread_key_t key)
{
	uint32_t place = find(key);
	return place != NO_KEY && td_current->keys.values ? td_current->keys.values[place] : NULL;
}

/* What a library does when a thread ends is not seen.  Perhaps it tells others of the end, as libstdc++ does where a promise is kept then, or has been
 * told something by them; so all that is known of the others comes before it, what they do from now on comes behind it, and nobody comes
 * in between. */
static void run_unseen(struct td_fiber *fiber, void (*destructor)(void *), void *value)
{
	td_atomic_begin(fiber->origin.entry + 1);
	td_cut(TD_CUT_LIBRARY, fiber->origin.entry + 1);
	td_protected_refuse(fiber);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i) != fiber)
			td_race_order(td_fiber(i), fiber);
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (td_fiber(i) != fiber)
			td_race_order(fiber, td_fiber(i));
	destructor(value);
	td_atomic_end();
}

static void run_destructor(struct td_fiber *fiber, void (*destructor)(void *), void *value)
{
	if (td_pc_is_woven((uint64_t)destructor))
		destructor(value);
	else
		run_unseen(fiber, destructor, value);
}

static int run_round(struct td_fiber *fiber)
{
	int ran = 0;
	for (uint32_t i = 0; i < used_keys; i++) {
		void *value = fiber->keys.values[i];
		fiber->keys.values[i] = NULL;
		if (value && keys[i].used && keys[i].destructor) {
			run_destructor(fiber, keys[i].destructor, value);
			ran = 1;
		}
	}
	return ran;
}

void td_keys_run_destructors(struct td_fiber *fiber)
{
	for (int round = 0; fiber->keys.values && round < PTHREAD_DESTRUCTOR_ITERATIONS && run_round(fiber); round++)
		;
}

/* The C library has keys for itself, made by other names. */
static int is_controlled(pthread_key_t key)
{
	return td_current && (key >= FIRST || find(key) != NO_KEY);
}

TD_EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	if (td_current)
		return td_key_create(key, destructor);
	int result = TD_REAL(pthread_key_create)(key, destructor);
	if (!result && td_attached())
		remember_early(*key, destructor);
	return result;
}

TD_EXPORT int pthread_key_delete(pthread_key_t key)
{
	if (is_controlled(key))
		return td_key_delete(key);
	if (td_attached())
		forget_early(key);
	return TD_REAL(pthread_key_delete)(key);
}

TD_EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
	return is_controlled(key) ? td_key_set(key, (uintptr_t)value) : TD_REAL(pthread_setspecific)(key, value);
}

TD_EXPORT void *pthread_getspecific(pthread_key_t key)
{
	return is_controlled(key) ? td_key_get(key) : TD_REAL(pthread_getspecific)(key);
}
