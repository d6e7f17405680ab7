#include "file_locks.h"

#include "fd_calls.h"
#include "files.h"
#include "hidden.h"
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <sys/stat.h>
#include <sys/syscall.h>

enum { MOST_LOCKS = 1024, MOST_FILES = 256 };

/* A file that is locked in this execution. */
struct locked {
	uint64_t device, number; /* on the disk */
	uint64_t object;
	uint64_t start, end; /* of the range that threads ask for; end 0: none has yet */
};

static struct td_file_lock TD_STATE locks[MOST_LOCKS];
static struct locked TD_STATE files[MOST_FILES];
static uint32_t TD_STATE owners[TD_MAX_FDS];   /* of each descriptor; 0: not known yet */
static uint16_t TD_STATE users[2][TD_MAX_FDS]; /* the first thread + 1 that has used the owner's flock, or ranges */
static struct td_file_lock TD_STATE wanted_by[TD_MAX_THREADS];
static uint32_t TD_STATE lock_count, file_count, owner_count;
static uint8_t TD_STATE has_mixed; /* some locks are mixed */
static uint64_t TD_STATE run;      /* the execution that all of this belongs to */

static int any_mixed(void)
{
	for (uint32_t i = 0; i < td_channel->range_count; i++)
		if (td_channel->ranges[i].start >= TD_FILE_LOCK_FIRST &&
		    td_channel->ranges[i].start < TD_FILE_LOCK_LAST)
			return 1;
	return 0;
}

/* What the table holds is not kept in marks. */
static void begin(void)
{
	td_mark_refuse();
	if (run == td_run)
		return;
	run = td_run;
	has_mixed = (uint8_t)any_mixed();
	lock_count = file_count = owner_count = 0;
	td_plain_set(owners, 0, sizeof owners);
	td_plain_set(users, 0, sizeof users);
}

static int is_known(int fd)
{
	return run == td_run && fd >= 0 && fd < TD_MAX_FDS && owners[fd];
}

uint32_t td_file_lock_owner(int fd)
{
	begin();
	if (fd < 0 || fd >= TD_MAX_FDS)
		td_unsupported("locks of descriptor %d, which is beyond %d", (int64_t)fd, (int64_t)TD_MAX_FDS - 1);
	if (!owners[fd])
		owners[fd] = ++owner_count;
	return owners[fd];
}

void td_file_lock_copied(int copy, int fd)
{
	if (fd < 0 || fd >= TD_MAX_FDS || copy < 0 || copy >= TD_MAX_FDS)
		return;
	uint32_t owner = td_file_lock_owner(fd);
	owners[copy] = owner;
}

static int is_shared(int fd)
{
	for (int other = 0; other < TD_MAX_FDS; other++)
		if (other != fd && owners[other] == owners[fd])
			return 1;
	return 0;
}

static struct locked *find_file(const struct stat *status)
{
	for (uint32_t i = 0; i < file_count; i++)
		if (files[i].number == status->st_ino && files[i].device == status->st_dev)
			return &files[i];
	return NULL;
}

static struct locked *file_at(uint64_t object)
{
	for (uint32_t i = 0; i < file_count; i++)
		if (files[i].object == (object & ~(uint64_t)TD_FILE_LOCK_RANGES))
			return &files[i];
	return NULL;
}

/* For people, and the same in every execution. */
static void tell_name(uint64_t object, int fd)
{
	uint32_t count = td_channel->locked_file_count;
	for (uint32_t i = 0; i < count; i++)
		if (td_channel->locked_files[i].object == object)
			return;
	if (count == TD_MAX_LOCKED_FILES)
		return;
	td_channel->locked_files[count].object = object;
	td_text(td_channel->locked_files[count].name, sizeof td_channel->locked_files[count].name, "%s",
		td_file_text(fd));
	td_channel->locked_file_count = count + 1;
}

static uint64_t address_of(int fd)
{
	return TD_FILE_LOCK_FIRST + td_file_name(fd) % TD_FILE_LOCK_FILES * TD_FILE_LOCK_SIZE;
}

static struct locked *new_file(int fd, const struct stat *status)
{
	uint64_t object = address_of(fd);
	if (file_count == MOST_FILES)
		td_unsupported("more than %u files with locks in one execution", (uint64_t)MOST_FILES);
	while (file_at(object)) /* another one whose name has the same hash */
		object += TD_FILE_LOCK_SIZE;
	files[file_count] = (struct locked){.device = status->st_dev, .number = status->st_ino, .object = object};
	tell_name(object, fd);
	return &files[file_count++];
}

struct td_object *td_file_lock_object(int fd, int is_range)
{
	struct stat status = {0};
	begin();
	td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0);
	const struct locked *file = find_file(&status);
	if (!file)
		file = new_file(fd, &status);
	return td_object(file->object + (is_range ? TD_FILE_LOCK_RANGES : 0), TD_O_FILE_LOCK);
}

int td_file_lock_is_mixed(uint64_t object)
{
	return *td_shadow(object) & TD_SHADOW_SHARED;
}

static int meets(const struct td_file_lock *a, const struct td_file_lock *b)
{
	return a->object == b->object && a->start < b->end && b->start < a->end;
}

const struct td_file_lock *td_file_lock_of(const struct td_file_lock *like)
{
	for (uint32_t i = 0; i < lock_count; i++)
		if (locks[i].owner == like->owner && meets(&locks[i], like))
			return &locks[i];
	return NULL;
}

const struct td_file_lock *td_file_lock_conflict(const struct td_file_lock *wanted)
{
	for (uint32_t i = 0; i < lock_count; i++)
		if (locks[i].owner != wanted->owner && (locks[i].is_exclusive || wanted->is_exclusive) &&
		    meets(&locks[i], wanted))
			return &locks[i];
	return NULL;
}

static int has_several_users(const struct td_file_lock *wanted)
{
	int is_range = (wanted->object & TD_FILE_LOCK_RANGES) != 0;
	uint16_t *user = &users[is_range][wanted->owner % TD_MAX_FDS], me = (uint16_t)(td_current->id + 1);
	if (!*user)
		*user = me;
	return *user != me;
}

static int is_other_range(const struct td_file_lock *lock, const struct td_file_lock *wanted)
{
	return lock->object == wanted->object && (lock->start != wanted->start || lock->end != wanted->end);
}

/* Another range than before or than one that is locked, or one that the owner has already. */
static int has_several_ranges(const struct td_file_lock *wanted)
{
	struct locked *file = file_at(wanted->object);
	if (!(wanted->object & TD_FILE_LOCK_RANGES) || !wanted->taker)
		return 0;
	if (!file->end)
		file->start = wanted->start, file->end = wanted->end;
	for (uint32_t i = 0; i < lock_count; i++)
		if (is_other_range(&locks[i], wanted))
			return 1;
	return file->start != wanted->start || file->end != wanted->end || td_file_lock_of(wanted);
}

void td_file_lock_note(const struct td_file_lock *wanted)
{
	if (td_file_lock_is_mixed(wanted->object) || !td_channel->job.learn || td_hidden_is_alone(td_current))
		return;
	if (has_several_users(wanted) | has_several_ranges(wanted))
		td_shadow_learn(wanted->object);
}

static void add(const struct td_file_lock *lock)
{
	if (lock_count == MOST_LOCKS)
		td_unsupported("more than %u locks of files at once", (uint64_t)MOST_LOCKS);
	locks[lock_count++] = *lock;
	td_hold(lock->taker, td_object(lock->object, TD_O_FILE_LOCK), !lock->is_exclusive);
}

static void drop(uint32_t i)
{
	td_unhold(locks[i].taker, td_object(locks[i].object, TD_O_FILE_LOCK));
	locks[i] = locks[--lock_count];
}

/* What lies before and behind the bytes stays locked. */
void td_file_lock_clear(const struct td_file_lock *lock)
{
	for (uint32_t i = lock_count; i-- > 0;) {
		struct td_file_lock old = locks[i];
		if (old.owner != lock->owner || !meets(&old, lock))
			continue;
		struct td_file_lock before = old, behind = old;
		before.end = lock->start;
		behind.start = lock->end;
		drop(i);
		if (before.start < before.end)
			add(&before);
		if (behind.start < behind.end)
			add(&behind);
	}
}

void td_file_lock_set(const struct td_file_lock *lock)
{
	td_file_lock_clear(lock);
	add(lock);
}

/* By its object, as the table's order depends on what other threads have locked. */
static const struct td_file_lock *first_of(uint32_t owner)
{
	const struct td_file_lock *first = NULL;
	for (uint32_t i = 0; i < lock_count; i++)
		if (locks[i].owner == owner && (!first || locks[i].object < first->object))
			first = &locks[i];
	return first;
}

static void release_at_close(const struct td_file_lock *lock, uint64_t pc)
{
	struct td_fiber *self = td_current;
	struct td_file_lock all = {.object = lock->object, .end = UINT64_MAX, .owner = lock->owner};
	td_file_lock_note(&all);
	td_point_write(self, TD_FILE_UNLOCK, all.object, 0, pc);
	td_file_lock_clear(&all);
	td_object_changed(td_object(all.object, TD_O_FILE_LOCK));
	td_record(self, 0);
	td_progress(self);
}

/* Which of several copies is closed last decides when the locks go. */
static void look_at_closing(int fd, uint64_t pc)
{
	uint64_t object = address_of(fd);
	for (int i = 0; i < 2; i++, object += TD_FILE_LOCK_RANGES) {
		if (!td_file_lock_is_mixed(object))
			continue;
		td_point(td_current, TD_FILE_LOOK, object, 0, pc);
		td_record(td_current, 0);
		td_looked(td_current, 0);
	}
}

void td_file_lock_closing(int fd, uint64_t pc)
{
	const struct td_file_lock *lock;
	uint32_t owner = is_known(fd) ? owners[fd] : 0;
	if (owner && has_mixed)
		look_at_closing(fd, pc);
	while (owner && !is_shared(fd) && (lock = first_of(owner)))
		release_at_close(lock, pc);
}

void td_file_lock_closed(int fd)
{
	const struct td_file_lock *lock;
	if (!is_known(fd))
		return;
	while (!is_shared(fd) && (lock = first_of(owners[fd]))) {
		struct td_object *object = td_object(lock->object, TD_O_FILE_LOCK);
		td_file_lock_clear(
			&(struct td_file_lock){.object = lock->object, .end = UINT64_MAX, .owner = lock->owner});
		td_object_changed(object);
	}
	owners[fd] = 0;
}

void td_file_lock_want(const struct td_fiber *fiber, const struct td_file_lock *wanted)
{
	wanted_by[fiber->id] = *wanted;
}

int td_file_lock_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	(void)self;
	return !td_file_lock_conflict(&wanted_by[fiber->id]);
}

uint8_t td_file_lock_could(const struct td_object *self, uint64_t place)
{
	uint8_t could = TD_COULD_LOCK | TD_COULD_READ_LOCK;
	(void)self;
	for (uint32_t i = 0; run == td_run && i < lock_count && !td_file_lock_is_mixed(place); i++)
		if (locks[i].object == place)
			could &= locks[i].is_exclusive ? 0 : TD_COULD_READ_LOCK;
	return could;
}
