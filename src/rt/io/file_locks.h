/* Locks of files: those of flock, and those of ranges that belong to an open file (F_OFD_SETLK).
 *
 * The runtime keeps them itself and asks the kernel for none: a thread that waited in the kernel would stop all
 * others, and what another process has locked would make executions differ.
 *
 * The owner of a lock is an open file, which is what one call of open has made.  Descriptors that are copies of each
 * other share it; it ends, with its locks, when the last of them is closed.  A file has two objects, one for flock
 * and one for ranges, which do not notice each other.  They lie where no memory is, by the file's name, so that they
 * are the same in every execution (wire/event.h).
 *
 * Whether a lock can be had depends on its owner and its range, but a search asks the object alone (TD_COULD_*).
 * The object knows the answer as long as each owner belongs to one thread and all ranges of the file are the same.
 * Otherwise its locks are mixed, which is learned by the shadow of its address: from the next execution on the
 * search takes every lock to be possible at any time, and says `bounded` where one was not. */
#ifndef TD_RT_FILE_LOCKS_H
#define TD_RT_FILE_LOCKS_H

#include "rt/state.h"

/* A lock that a thread wants or has. */
struct td_file_lock {
	uint64_t object;        /* the address of the file's object */
	uint64_t start, end;    /* the bytes [start, end); flock: all */
	struct td_fiber *taker; /* the thread that has got it */
	uint32_t owner;         /* the open file */
	uint8_t is_exclusive;
};

uint32_t td_file_lock_owner(int fd);            /* made if need be */
void td_file_lock_copied(int copy, int fd);     /* both stand for one open file from now on */
void td_file_lock_closing(int fd, uint64_t pc); /* about to be closed, which may release locks: an event then */
void td_file_lock_closed(int fd); /* the number stands for nothing now; locks that are left are gone, unseen */

struct td_object *td_file_lock_object(int fd, int is_range);
const struct td_file_lock *
td_file_lock_of(const struct td_file_lock *like); /* the first of its owner's that it meets; NULL: none */
const struct td_file_lock *td_file_lock_conflict(const struct td_file_lock *wanted);
void td_file_lock_note(const struct td_file_lock *wanted); /* it is asked for, or to be released: are locks mixed? */
int td_file_lock_is_mixed(uint64_t object);
void td_file_lock_set(const struct td_file_lock *lock);   /* replaces what its owner has of these bytes */
void td_file_lock_clear(const struct td_file_lock *lock); /* the owner has none of these bytes now */
void td_file_lock_want(const struct td_fiber *fiber, const struct td_file_lock *wanted);

int td_file_lock_is_available(const struct td_object *self, const struct td_fiber *fiber); /* see object_types.c */
uint8_t td_file_lock_could(const struct td_object *self, uint64_t place);

#endif
