/* The set of classes of executions seen: fingerprints of the order of dependent events.
 *
 * Its memory is fixed, however long an exploration runs.  When it is full the count stays where it is, and a class that
 * was not seen before is not told from one that was.
 */
#ifndef TD_EXPLORE_CLASSES_H
#define TD_EXPLORE_CLASSES_H

#include <stddef.h>
#include <stdint.h>

enum { TD_CLASS_SLOTS = 1 << 20, TD_CLASS_MOST = TD_CLASS_SLOTS / 8 * 7 };

struct td_class {
	uint64_t fingerprint;
	uint32_t times; /* it was seen */
};

struct td_class_list {
	struct td_class *items;
	size_t count, room;
};

struct td_classes {
	struct td_class *slots; /* fingerprint 0: empty; times 0: awaited */
	uint64_t count, most;
	struct {
		uint32_t *items;
		size_t count, room;
	} used;          /* which slots: the others are never touched */
	int full;        /* something new did not fit */
	uint64_t beyond; /* additions that did not fit: as many classes, if none of them came twice */
};

void td_classes_init(struct td_classes *self, uint64_t most); /* so many are told apart, at most TD_CLASS_MOST */
/* it will be added after some others, which is faster then */
void td_classes_soon(const struct td_classes *self, uint64_t fingerprint);
void td_classes_add(struct td_classes *self, uint64_t fingerprint, uint32_t times);
/* There will be room for these, which are few, so that td_classes_has knows of them also when the set is full. */
void td_classes_await(struct td_classes *self, const struct td_class_list *list);
int td_classes_has(const struct td_classes *self, uint64_t fingerprint);
/* All of them, sorted; the list's items are the caller's to free. */
struct td_class_list td_classes_list(const struct td_classes *self);
/* One a line, sorted: the fingerprint and how often it was seen. */
int td_classes_write(const struct td_classes *self, const char *path);
void td_classes_clear(struct td_classes *self);
void td_classes_drop(struct td_classes *self);

#endif
