#include "stream.h"

#include "files.h"
#include "hidden.h"
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdio_ext.h>

enum { OUTSIDE, COUNTED, INSIDE };

/* That somebody locks streams is learned as memory is that threads share. */
static uint64_t TD_STATE are_locked;

static int is_learned(void)
{
	return *td_shadow((uint64_t)&are_locked) & TD_SHADOW_SHARED;
}

static void learn(void)
{
	if (!(*td_shadow((uint64_t)&are_locked) & (TD_SHADOW_SHARED | TD_SHADOW_OWNER)) && td_channel->job.learn)
		td_shadow_learn((uint64_t)&are_locked);
}

static int is_held(const FILE *stream)
{
	const struct td_object *object = td_object_find((uint64_t)stream);
	return object && object->owner;
}

static void lock(FILE *stream, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_object((uint64_t)stream, TD_O_FILE);
	if (object->owner == self) {
		object->depth++;
		return;
	}
	td_wait(self, object, TD_LOCK, pc, 0);
	td_acquired(self, object);
}

/* As in the C library, whoever unlocks what is not locked does so in vain. */
static void unlock(FILE *stream, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_object *object = td_object((uint64_t)stream, TD_O_FILE);
	if (object->owner != self)
		return;
	if (object->depth > 1) {
		object->depth--;
		return;
	}
	td_point_write(self, TD_UNLOCK, (uint64_t)stream, 0, pc);
	td_released(self, object);
}

/* What is not written yet changes the file when it is. */
static uint32_t in_mode(FILE *stream, uint32_t ways)
{
	return __fwritable(stream) ? ways : ways & ~(uint32_t)TD_CHANGES;
}

static void use(FILE *stream, int is_on_fd, uint32_t ways, uint64_t pc)
{
	if (!is_on_fd)
		td_file_use_stream(stream, in_mode(stream, ways), pc);
}

void td_stream_use(FILE *stream, uint32_t ways, uint64_t pc)
{
	if (td_current && stream)
		use(stream, td_stream_is_on_fd(stream, pc), ways, pc);
}

int td_stream_enter(FILE *stream, uint32_t ways, uint64_t pc)
{
	if (!td_current || !stream)
		return OUTSIDE;
	int is_on_fd = td_stream_is_on_fd(stream, pc), is_inside = is_on_fd || is_learned() || is_held(stream);
	if (is_inside)
		lock(stream, pc);
	else
		td_pass_unseen(td_current);
	use(stream, is_on_fd, ways, pc);
	if (!is_inside && is_held(stream)) { /* only now, and nobody knew that it might be */
		lock(stream, pc);
		is_inside = 1;
	}
	return is_inside ? INSIDE : COUNTED;
}

void td_stream_leave(FILE *stream, int is_inside, uint64_t pc)
{
	if (is_inside == INSIDE)
		unlock(stream, pc);
	else if (is_inside == COUNTED)
		td_pass_unseen(td_current);
}

TD_EXPORT void flockfile(FILE *stream)
{
	if (!td_current) {
		TD_REAL(flockfile)(stream);
		return;
	}
	learn();
	lock(stream, TD_HERE);
}

TD_EXPORT void funlockfile(FILE *stream)
{
	if (td_current)
		unlock(stream, TD_HERE);
	else
		TD_REAL(funlockfile)(stream);
}

TD_EXPORT int ftrylockfile(FILE *stream)
{
	struct td_fiber *self = td_current;
	if (!self)
		return TD_REAL(ftrylockfile)(stream);
	learn();
	struct td_object *object = td_object((uint64_t)stream, TD_O_FILE);
	if (object->owner == self)
		return lock(stream, TD_HERE), 0;
	td_point_write(self, TD_LOCK, (uint64_t)stream, 0, TD_HERE);
	self->pending.flags = TD_F_TRY;
	if (!object->owner)
		return td_acquired(self, object), 0;
	self->pending.writes = 0;
	self->pending.flags |= TD_F_FAILED;
	td_record(self, object->owner->id);
	td_looked(self, object->owner->id);
	return -1;
}
