/* Calls for locks of files.
 *
 * flock changes a lock from shared to exclusive, or back, by releasing it first, as the kernel does: another thread
 * can come in between.
 *
 * Locks that belong to the process (F_SETLK, lockf) never keep threads of one process apart, and order nothing: they
 * succeed. */
#include "lock_calls.h"

#include "file_locks.h"
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a call asks for. */
struct request {
	struct td_file_lock lock;
	uint8_t waits;
	uint8_t is_range;
	uint64_t pc;
};

static int fail(int problem)
{
	errno = problem;
	return -1;
}

static uint8_t flags_of(const struct request *request)
{
	return (uint8_t)((request->waits ? 0 : TD_F_TRY) | (request->is_range ? TD_F_RANGE : 0));
}

static int taken(const struct request *request)
{
	struct td_fiber *self = td_current;
	td_file_lock_set(&request->lock);
	td_object_changed(td_object(request->lock.object, TD_O_FILE_LOCK));
	td_record(self, 1);
	td_progress(self);
	return 0;
}

static int busy(const struct request *request)
{
	struct td_fiber *self = td_current;
	uint32_t holder = td_file_lock_conflict(&request->lock)->taker->id;
	self->pending.flags |= TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, holder);
	td_looked(self, holder);
	return fail(EWOULDBLOCK);
}

static int take(const struct request *request)
{
	struct td_fiber *self = td_current;
	enum td_kind kind = request->lock.is_exclusive ? TD_FILE_LOCK : TD_FILE_RDLOCK;
	td_file_lock_note(&request->lock);
	if (request->waits) {
		td_file_lock_want(self, &request->lock);
		td_wait(self, td_object(request->lock.object, TD_O_FILE_LOCK), kind, request->pc, 0);
	} else {
		td_point_write(self, kind, request->lock.object, 0, request->pc);
	}
	self->pending.flags = flags_of(request);
	return td_file_lock_conflict(&request->lock) ? busy(request) : taken(request);
}

static int release(const struct request *request)
{
	struct td_fiber *self = td_current;
	td_file_lock_note(&request->lock);
	td_point_write(self, TD_FILE_UNLOCK, request->lock.object, 0, request->pc);
	self->pending.flags = request->is_range ? TD_F_RANGE : 0;
	td_file_lock_clear(&request->lock);
	td_object_changed(td_object(request->lock.object, TD_O_FILE_LOCK));
	td_record(self, 0);
	td_progress(self);
	return 0;
}

/* What the owner has of these bytes already; NULL: nothing.  Where another thread may change that, to ask is an
 * event. */
static const struct td_file_lock *look_at_own(const struct request *request)
{
	const struct td_file_lock *held;
	td_file_lock_note(&request->lock);
	if (!td_file_lock_is_mixed(request->lock.object)) {
		td_pass_unseen(td_current);
		return td_file_lock_of(&request->lock);
	}
	td_point(td_current, TD_FILE_LOOK, request->lock.object, 0, request->pc);
	held = td_file_lock_of(&request->lock);
	td_record(td_current, held != NULL);
	td_looked(td_current, held != NULL);
	return held;
}

static int is_open(int fd)
{
	return TD_REAL(fcntl)(fd, F_GETFD) >= 0;
}

static int lock_whole(int fd, int how, uint64_t pc)
{
	int what = how & ~LOCK_NB;
	if (what != LOCK_SH && what != LOCK_EX && what != LOCK_UN)
		return fail(EINVAL);
	if (!is_open(fd))
		return -1;
	struct request request = {.waits = !(how & LOCK_NB), .pc = pc};
	request.lock = (struct td_file_lock){
		td_file_lock_object(fd, 0)->address, 0, UINT64_MAX, NULL, td_file_lock_owner(fd), what == LOCK_EX};
	const struct td_file_lock *held = look_at_own(&request);
	if (held && what != LOCK_UN && held->is_exclusive == request.lock.is_exclusive)
		return 0;
	if (held)
		release(&request);
	request.lock.taker = td_current;
	return what == LOCK_UN ? 0 : take(&request);
}

TD_EXPORT int flock(int fd, int how)
{
	return td_current ? lock_whole(fd, how, TD_HERE) : TD_REAL(flock)(fd, how);
}

/* Where the bytes begin from which an offset counts; -1 and errno if there is no such place. */
static off_t base_of(int fd, int whence)
{
	struct stat status;
	switch (whence) {
	case SEEK_SET: return 0;
	case SEEK_CUR: return TD_REAL(lseek)(fd, 0, SEEK_CUR);
	case SEEK_END: return TD_REAL(fstat)(fd, &status) ? -1 : status.st_size;
	default: return fail(EINVAL);
	}
}

/* A length of 0 goes to the end of all files, a negative one backwards. */
static int range_of(int fd, const struct flock *asked, struct td_file_lock *lock)
{
	off_t base = base_of(fd, asked->l_whence), start;
	if (base < 0)
		return -1;
	if (__builtin_add_overflow(base, asked->l_start, &start))
		return fail(EOVERFLOW);
	if (asked->l_len < 0 ? start + asked->l_len < 0 : start < 0)
		return fail(EINVAL);
	lock->start = (uint64_t)(asked->l_len < 0 ? start + asked->l_len : start);
	lock->end = !asked->l_len ? UINT64_MAX : (uint64_t)(asked->l_len < 0 ? start : start + asked->l_len);
	return 0;
}

static int may_lock(int fd, short type)
{
	int mode = TD_REAL(fcntl)(fd, F_GETFL) & O_ACCMODE;
	return type == F_UNLCK || mode == O_RDWR || mode == (type == F_RDLCK ? O_RDONLY : O_WRONLY);
}

/* What all commands check: 0, or -1 and errno. */
static int check(int fd, const struct flock *asked, int is_lock, struct td_file_lock *lock)
{
	if (!is_open(fd))
		return -1;
	if (asked->l_type != F_RDLCK && asked->l_type != F_WRLCK && (asked->l_type != F_UNLCK || !is_lock))
		return fail(EINVAL);
	if (is_lock && !may_lock(fd, asked->l_type))
		return fail(EBADF);
	return range_of(fd, asked, lock);
}

static int lock_range(int fd, const struct flock *asked, int waits, uint64_t pc)
{
	struct request request = {.waits = (uint8_t)waits, .is_range = 1, .pc = pc};
	if (check(fd, asked, 1, &request.lock))
		return -1;
	if (asked->l_pid)
		return fail(EINVAL);
	request.lock.object = td_file_lock_object(fd, 1)->address;
	request.lock.owner = td_file_lock_owner(fd);
	request.lock.is_exclusive = asked->l_type == F_WRLCK;
	if (asked->l_type == F_UNLCK)
		return look_at_own(&request) ? release(&request) : 0;
	request.lock.taker = td_current;
	return take(&request);
}

static int look_at_range(int fd, struct flock *asked, int is_owned, uint64_t pc)
{
	struct td_file_lock lock = {.is_exclusive = asked->l_type == F_WRLCK};
	struct flock answer = *asked;
	const struct td_file_lock *other = NULL;
	if (check(fd, asked, 0, &lock))
		return -1;
	lock.object = td_file_lock_object(fd, 1)->address;
	lock.owner = is_owned ? td_file_lock_owner(fd) : 0;
	if (is_owned) {
		td_point(td_current, TD_FILE_LOOK, lock.object, 0, pc);
		other = td_file_lock_conflict(&lock);
		td_record(td_current, other != NULL);
		td_looked(td_current, other != NULL);
	}
	answer.l_type = F_UNLCK;
	if (other)
		answer = (struct flock){.l_type = other->is_exclusive ? F_WRLCK : F_RDLCK,
					.l_whence = SEEK_SET,
					.l_start = (off_t)other->start,
					.l_len = other->end == UINT64_MAX ? 0 : (off_t)(other->end - other->start),
					.l_pid = -1};
	td_access_give(asked, &answer, sizeof answer, pc);
	return 0;
}

static int lock_of_process(int fd, const struct flock *asked, int waits, uint64_t pc)
{
	struct td_file_lock lock;
	if (waits)
		td_cancel_point(td_current, pc);
	return check(fd, asked, 1, &lock);
}

int td_is_lock_command(int command)
{
	return command == F_GETLK || command == F_SETLK || command == F_SETLKW || command == F_OFD_GETLK ||
	       command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

int td_lock_command(int fd, int command, struct flock *asked, uint64_t pc)
{
	td_access_range((uint64_t)asked, sizeof *asked, 0, pc);
	switch (command) {
	case F_OFD_SETLKW: td_cancel_point(td_current, pc); /* fall through */
	case F_OFD_SETLK: return lock_range(fd, asked, command == F_OFD_SETLKW, pc);
	case F_SETLKW:
	case F_SETLK: return lock_of_process(fd, asked, command == F_SETLKW, pc);
	default: return look_at_range(fd, asked, command == F_OFD_GETLK, pc);
	}
}

/* It would work as a lock by fcntl does. */
static int lock_from_here(int fd, int how, off_t size)
{
	struct flock asked = {.l_type = how == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = size};
	struct td_file_lock lock;
	if (how != F_ULOCK && how != F_LOCK && how != F_TLOCK && how != F_TEST)
		return fail(EINVAL);
	return check(fd, &asked, 1, &lock);
}

TD_EXPORT int lockf(int fd, int how, off_t size)
{
	return td_current ? lock_from_here(fd, how, size) : TD_REAL(lockf)(fd, how, size);
}

TD_EXPORT __attribute__((alias("lockf"))) int lockf64(int fd, int how, off64_t size);
