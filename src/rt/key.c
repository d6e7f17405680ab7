#include "key.h"

#include "host.h"
#include "real.h"
#include "sched.h"

#include <errno.h>
#include <limits.h>

/* Keys made before main, by libraries mostly, are the C library's; ours begin above them.  A key of the C library keeps its
 * values in the thread's own block, which is right for fibres as well. */
enum { MAX_KEYS = 1024, FIRST = 4096 };

struct key {
	uint8_t used;
	void (*destructor)(void *);
};

static struct key TD_STATE keys[MAX_KEYS];
static uint32_t TD_STATE used_keys; /* the highest in use + 1 */

void td_keys_reset(void)
{
	while (used_keys)
		keys[--used_keys] = (struct key){0};
}

static int is_ours(pthread_key_t key)
{
	return key >= FIRST && key - FIRST < MAX_KEYS && keys[key - FIRST].used;
}

int td_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	for (uint32_t i = 0; i < MAX_KEYS; i++)
		if (!keys[i].used) {
			keys[i] = (struct key){1, destructor};
			used_keys = i + 1 > used_keys ? i + 1 : used_keys;
			*key = FIRST + i;
			for (uint32_t t = 0; t < td_fiber_count; t++)
				if (i < td_fiber(t)->key_room)
					td_fiber(t)->keys[i] = NULL;
			return 0;
		}
	return EAGAIN;
}

int td_key_delete(pthread_key_t key)
{
	if (!is_ours(key))
		return EINVAL;
	keys[key - FIRST].used = 0;
	return 0;
}

int td_key_set(pthread_key_t key, uintptr_t value)
{
	struct td_fiber *self = td_current;
	if (!is_ours(key))
		return EINVAL;
	if (!self->keys) {
		self->keys = td_map(MAX_KEYS * sizeof *self->keys);
		self->key_room = MAX_KEYS;
	}
	self->keys[key - FIRST] = (void *)value;
	return 0;
}

void *td_key_get(pthread_key_t key)
{
	const struct td_fiber *self = td_current;
	return is_ours(key) && self->keys ? self->keys[key - FIRST] : NULL;
}

static int run_round(struct td_fiber *fiber)
{
	int ran = 0;
	for (uint32_t i = 0; i < used_keys; i++) {
		void *value = fiber->keys[i];
		fiber->keys[i] = NULL;
		if (value && keys[i].used && keys[i].destructor) {
			keys[i].destructor(value);
			ran = 1;
		}
	}
	return ran;
}

void td_keys_run_destructors(struct td_fiber *fiber)
{
	for (int round = 0; fiber->keys && round < PTHREAD_DESTRUCTOR_ITERATIONS && run_round(fiber); round++)
		;
}

TD_EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	return td_current ? td_key_create(key, destructor) : TD_REAL(pthread_key_create)(key, destructor);
}

TD_EXPORT int pthread_key_delete(pthread_key_t key)
{
	return td_current && key >= FIRST ? td_key_delete(key) : TD_REAL(pthread_key_delete)(key);
}

TD_EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
	return td_current && key >= FIRST ? td_key_set(key, (uintptr_t)value) : TD_REAL(pthread_setspecific)(key, value);
}

TD_EXPORT void *pthread_getspecific(pthread_key_t key)
{
	return td_current && key >= FIRST ? td_key_get(key) : TD_REAL(pthread_getspecific)(key);
}
