/* POSIX message queues, between the threads of the program: nobody outside sees them, and they do not outlive an execution.
 *
 * A message of higher priority overtakes others, so what a receive gets depends on all that was sent before: unlike those of a port,
 * all operations on a queue depend on each other. */
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>

enum {
	MAX_QUEUES = 64, MAX_OPEN = 1024, NAME_LENGTH = NAME_MAX + 2 /* a slash, and the end */, MAX_MESSAGES = 1024, MAX_BYTES = 16 << 20,
	FIRST_DESCRIPTOR = 1 << 20, /* above those of the kernel */
	PRIORITIES = 32768, USUAL_MESSAGES = 10, USUAL_SIZE = 8192
};

struct slot {
	uint64_t order;          /* counts what was sent; 0: empty */
	uint32_t length, priority;
	uint32_t known;          /* what its sender knew (race.h) */
};

struct queue {
	uint64_t run;            /* the execution it belongs to; another one: free */
	char name[NAME_LENGTH];
	uint8_t unlinked;
	long most, size;         /* messages, bytes of one */
	uint64_t sent;
	struct slot slots[MAX_MESSAGES];
	char *bytes;             /* `size` for each slot; room for MAX_BYTES */
};

struct descriptor {
	uint64_t run;
	struct queue *queue;     /* NULL: closed */
	int flags;
};

static struct queue TD_STATE *queues;
static struct descriptor TD_STATE descriptors[MAX_OPEN];

static struct td_object *object_of(const struct queue *queue)
{
	struct td_object *object = td_object(TD_MQ_FIRST + 8 * (uint64_t)(queue - queues), TD_O_MQ);
	object->limit = (uint64_t)queue->most;
	return object;
}

static struct queue *find_queue(const char *name)
{
	for (uint32_t i = 0; queues && i < MAX_QUEUES; i++)
		if (queues[i].run == td_run && !queues[i].unlinked && td_same(queues[i].name, name))
			return &queues[i];
	return NULL;
}

static int is_sensible(const struct mq_attr *wanted)
{
	return wanted->mq_maxmsg > 0 && wanted->mq_maxmsg <= MAX_MESSAGES && wanted->mq_msgsize > 0 &&
	       wanted->mq_msgsize <= MAX_BYTES / wanted->mq_maxmsg;
}

static struct queue *free_queue(void)
{
	if (!queues)
		queues = td_map(MAX_QUEUES * sizeof *queues);
	for (uint32_t i = 0; i < MAX_QUEUES; i++)
		if (queues[i].run != td_run)
			return &queues[i];
	td_unsupported("more than %u message queues in one execution", (uint64_t)MAX_QUEUES);
}

static struct queue *new_queue(const char *name, const struct mq_attr *wanted)
{
	struct queue *queue = free_queue();
	char *bytes = queue->bytes ? queue->bytes : td_map(MAX_BYTES);
	td_plain_set(queue, 0, sizeof *queue);
	queue->run = td_run;
	td_mark_refuse();
	queue->bytes = bytes;
	queue->most = wanted ? wanted->mq_maxmsg : USUAL_MESSAGES;
	queue->size = wanted ? wanted->mq_msgsize : USUAL_SIZE;
	td_text(queue->name, sizeof queue->name, "%s", name);
	return queue;
}

static mqd_t fail(int problem)
{
	errno = problem;
	return -1;
}

static mqd_t new_descriptor(struct queue *queue, int flags)
{
	for (int i = 0; i < MAX_OPEN; i++) {
		if (descriptors[i].run == td_run && descriptors[i].queue)
			continue;
		descriptors[i] = (struct descriptor){td_run, queue, flags};
		return FIRST_DESCRIPTOR + i;
	}
	return fail(EMFILE);
}

/* Who comes first to the names makes a difference. */
static void touch_names(uint64_t pc)
{
	td_point_write(td_current, TD_MQ_OPEN, TD_MQ_NAMES, 0, pc);
	td_record(td_current, 0);
	td_progress(td_current);
}

static mqd_t open_queue(const char *name, int flags, const struct mq_attr *wanted, uint64_t pc)
{
	if (name[0] != '/' || !name[1])
		return fail(EINVAL);
	if (td_length(name) >= NAME_LENGTH)
		return fail(ENAMETOOLONG);
	touch_names(pc);
	struct queue *queue = find_queue(name);
	if (queue && (flags & O_CREAT) && (flags & O_EXCL))
		return fail(EEXIST);
	if (!queue && !(flags & O_CREAT))
		return fail(ENOENT);
	if (!queue && wanted && !is_sensible(wanted))
		return fail(EINVAL);
	return new_descriptor(queue ? queue : new_queue(name, wanted), flags);
}

static struct descriptor *descriptor_of(mqd_t number)
{
	if (number < FIRST_DESCRIPTOR || number >= FIRST_DESCRIPTOR + MAX_OPEN)
		return NULL;
	struct descriptor *descriptor = &descriptors[number - FIRST_DESCRIPTOR];
	return descriptor->run == td_run && descriptor->queue ? descriptor : NULL;
}

static int gave_up(struct td_fiber *self, uint8_t flags, int problem)
{
	self->pending.flags = flags | TD_F_FAILED;
	self->pending.writes = 0;
	td_record(self, 0);
	return fail(problem);
}

/* Waits until the operation can happen; -1 and errno if it will not. */
static int wait(struct td_fiber *self, const struct descriptor *descriptor, enum td_kind kind, const struct timespec *limit, uint64_t pc)
{
	struct td_object *object = object_of(descriptor->queue);
	int blocks = !(descriptor->flags & O_NONBLOCK);
	if (limit && (!td_clock_is_valid(limit) || limit->tv_sec < 0))
		return fail(EINVAL);
	td_cancel_point_unseen(self);
	if (blocks)
		td_wait(self, object, kind, pc, limit ? td_clock_moment(CLOCK_REALTIME, limit) : TD_FOR_EVER);
	else
		td_point_write(self, kind, object->address, 0, pc);
	self->pending.flags = blocks ? 0 : TD_F_TRY;
	if (kind == TD_MQ_SEND ? object->count < object->limit : object->count > 0)
		return 0;
	if (!blocks) {
		gave_up(self, TD_F_TRY, EAGAIN);
		td_looked(self, object->count);
		return -1;
	}
	td_fiber_services.test_cancel(self);
	gave_up(self, TD_F_TIMEOUT, ETIMEDOUT);
	td_clock_reach(self->time.limit);
	return -1;
}

static void change(struct td_fiber *self, struct queue *queue, uint64_t by)
{
	struct td_object *object = object_of(queue);
	object->count += by;
	td_object_changed(object);
	td_record(self, object->count);
	td_progress(self);
}

static void put(struct queue *queue, const char *message, size_t length, unsigned priority)
{
	uint32_t i = 0;
	while (queue->slots[i].order)
		i++;
	queue->slots[i] = (struct slot){++queue->sent, (uint32_t)length, priority, td_race_send(td_current)};
	td_plain_copy(queue->bytes + i * (uint64_t)queue->size, message, length);
}

/* The oldest of the highest priority. */
static uint32_t first_in(const struct queue *queue)
{
	uint32_t best = 0;
	for (uint32_t i = 0; i < (uint32_t)queue->most; i++) {
		const struct slot *slot = &queue->slots[i], *than = &queue->slots[best];
		if (slot->order && (!than->order || slot->priority > than->priority ||
				    (slot->priority == than->priority && slot->order < than->order)))
			best = i;
	}
	return best;
}

static int send(mqd_t number, const char *message, size_t length, unsigned priority, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	const struct descriptor *descriptor = descriptor_of(number);
	if (!descriptor || (descriptor->flags & O_ACCMODE) == O_RDONLY)
		return fail(EBADF);
	if (priority >= PRIORITIES)
		return fail(EINVAL);
	struct queue *queue = descriptor->queue; /* it may be closed while this thread waits */
	if (length > (size_t)queue->size)
		return fail(EMSGSIZE);
	td_access_range((uint64_t)message, length, 0, pc);
	if (wait(self, descriptor, TD_MQ_SEND, limit, pc))
		return -1;
	if (queue->sent >= (uint64_t)queue->most)
		td_race_acquire(self, object_of(queue)->address); /* whoever received has made room */
	put(queue, message, length, priority);
	change(self, queue, 1);
	return 0;
}

static ssize_t receive(mqd_t number, char *message, size_t room, unsigned *priority, const struct timespec *limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	const struct descriptor *descriptor = descriptor_of(number);
	if (!descriptor || (descriptor->flags & O_ACCMODE) == O_WRONLY)
		return fail(EBADF);
	struct queue *queue = descriptor->queue;
	if (room < (size_t)queue->size)
		return fail(EMSGSIZE);
	td_access_range((uint64_t)message, (uint64_t)queue->size, 1, pc);
	if (wait(self, descriptor, TD_MQ_RECEIVE, limit, pc))
		return -1;
	uint32_t first = first_in(queue);
	struct slot slot = queue->slots[first];
	queue->slots[first].order = 0;
	td_plain_copy(message, queue->bytes + first * (uint64_t)queue->size, slot.length);
	if (priority)
		*priority = slot.priority;
	td_race_receive(self, slot.known);
	td_race_release(self, object_of(queue)->address);
	change(self, queue, -1ull);
	return (ssize_t)slot.length;
}

static int get_attributes(mqd_t number, struct mq_attr *attributes, uint64_t pc)
{
	const struct descriptor *descriptor = descriptor_of(number);
	if (!descriptor)
		return fail(EBADF);
	struct td_object *object = object_of(descriptor->queue);
	td_point(td_current, TD_LENGTH, object->address, 0, pc);
	td_record(td_current, object->count);
	td_looked(td_current, object->count);
	*attributes = (struct mq_attr){.mq_flags = descriptor->flags & O_NONBLOCK, .mq_maxmsg = descriptor->queue->most,
				       .mq_msgsize = descriptor->queue->size, .mq_curmsgs = (long)object->count};
	return 0;
}

TD_EXPORT mqd_t mq_open(const char *name, int flags, ...)
{
	mode_t mode = 0;
	struct mq_attr *attributes = NULL;
	if (flags & O_CREAT) {
		va_list args;
		va_start(args, flags);
		mode = va_arg(args, mode_t);
		attributes = va_arg(args, struct mq_attr *);
		va_end(args);
	}
	return td_current ? open_queue(name, flags, attributes, TD_HERE) : TD_REAL(mq_open)(name, flags, mode, attributes);
}

TD_EXPORT int mq_close(mqd_t number)
{
	if (!td_current)
		return TD_REAL(mq_close)(number);
	struct descriptor *descriptor = descriptor_of(number);
	if (!descriptor)
		return fail(EBADF);
	descriptor->queue = NULL;
	return 0;
}

TD_EXPORT int mq_unlink(const char *name)
{
	if (!td_current)
		return TD_REAL(mq_unlink)(name);
	if (td_length(name) >= NAME_LENGTH)
		return fail(ENAMETOOLONG);
	touch_names(TD_HERE);
	struct queue *queue = find_queue(name);
	if (!queue)
		return fail(ENOENT);
	queue->unlinked = 1;
	return 0;
}

TD_EXPORT int mq_send(mqd_t number, const char *message, size_t length, unsigned priority)
{
	return td_current ? send(number, message, length, priority, NULL, TD_HERE) : TD_REAL(mq_send)(number, message, length, priority);
}

TD_EXPORT int mq_timedsend(mqd_t number, const char *message, size_t length, unsigned priority, const struct timespec *limit)
{
	return td_current ? send(number, message, length, priority, limit, TD_HERE)
			  : TD_REAL(mq_timedsend)(number, message, length, priority, limit);
}

TD_EXPORT ssize_t mq_receive(mqd_t number, char *message, size_t room, unsigned *priority)
{
	return td_current ? receive(number, message, room, priority, NULL, TD_HERE) : TD_REAL(mq_receive)(number, message, room, priority);
}

TD_EXPORT ssize_t mq_timedreceive(mqd_t number, char *restrict message, size_t room, unsigned *restrict priority,
				  const struct timespec *restrict limit)
{
	return td_current ? receive(number, message, room, priority, limit, TD_HERE)
			  : TD_REAL(mq_timedreceive)(number, message, room, priority, limit);
}

TD_EXPORT int mq_getattr(mqd_t number, struct mq_attr *attributes)
{
	return td_current ? get_attributes(number, attributes, TD_HERE) : TD_REAL(mq_getattr)(number, attributes);
}

/* Only whether it waits can be changed. */
TD_EXPORT int mq_setattr(mqd_t number, const struct mq_attr *restrict attributes, struct mq_attr *restrict before)
{
	if (!td_current)
		return TD_REAL(mq_setattr)(number, attributes, before);
	struct descriptor *descriptor = descriptor_of(number);
	if (!descriptor)
		return fail(EBADF);
	if (before)
		get_attributes(number, before, TD_HERE);
	descriptor->flags = (descriptor->flags & ~O_NONBLOCK) | (int)(attributes->mq_flags & O_NONBLOCK);
	return 0;
}

TD_EXPORT int mq_notify(mqd_t number, const struct sigevent *event)
{
	if (td_current) {
		td_current->pending.pc = TD_HERE;
		td_unsupported("mq_notify: signals and threads that tell of a message are not followed");
	}
	return TD_REAL(mq_notify)(number, event);
}
