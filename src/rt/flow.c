#include "flow.h"

#include "cancel.h"
#include "host.h"
#include "pool.h"
#include "record.h"
#include "search.h"
#include "shadow.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <linux/sockios.h>

enum { MAX_FLOWS = 1024, MAX_PAIRS = 256, SLOTS = (TD_FLOW_LAST - TD_FLOW_FIRST) / 8 };

/* The flows that it reads from and writes to, by number, from 1; 0: none.  They stay when it is closed: who uses it then depends
 * on who has closed it. */
struct end {
	uint16_t in, out;
	uint8_t kind; /* enum td_flow_kind */
};

/* A flow that belongs to an epoll set; see flow.h. */
struct pair {
	uint64_t flow, set; /* places */
};

/* Shared with forked children and other workers. */
struct pairs {
	uint32_t lock, count;
	struct pair items[MAX_PAIRS];
};

static struct pairs TD_STATE *pairs;
static uint64_t TD_STATE is_known[MAX_PAIRS];   /* that the pair is: by the shadow of its word */
static uint64_t TD_STATE are_one;               /* the same, for all flows being one */
static struct end TD_STATE ends[TD_MAX_FDS];
static int TD_STATE ends_at_most;               /* above this number there is none */
static uint64_t TD_STATE places[MAX_FLOWS + 1];
static uint32_t TD_STATE flow_count;

void td_flows_setup(void)
{
	pairs = td_pool_table(sizeof *pairs);
}

void td_flows_reset(void)
{
	flow_count = 0;
	ends_at_most = 0;
	td_plain_set(ends, 0, sizeof ends);
}

static struct end *end_of(int fd)
{
	return fd >= 0 && fd < TD_MAX_FDS && ends[fd].kind ? &ends[fd] : NULL;
}

enum td_flow_kind td_flow_kind(int fd)
{
	return end_of(fd) ? (enum td_flow_kind)end_of(fd)->kind : TD_FLOW_NONE;
}

/* The same for the same flow in every order. */
static uint16_t new_flow(void)
{
	uint64_t mixed = td_mix(td_current->lineage, ++td_current->pipes_made);
	places[++flow_count] = TD_FLOW_FIRST + mixed % SLOTS * 8;
	return (uint16_t)flow_count;
}

static void set_end(int fd, struct end end)
{
	ends[fd] = end;
	if (fd >= ends_at_most)
		ends_at_most = fd + 1;
}

void td_flow_made(const int fds[2], enum td_flow_kind kind)
{
	if (fds[0] < 0 || fds[1] < 0 || fds[0] >= TD_MAX_FDS || fds[1] >= TD_MAX_FDS || flow_count + 2 > MAX_FLOWS)
		return;
	uint16_t one = new_flow(), other = kind == TD_FLOW_PAIR ? new_flow() : 0;
	int is_alone = kind == TD_FLOW_EVENTS || kind == TD_FLOW_EPOLL;
	set_end(fds[0], (struct end){one, is_alone ? one : other, (uint8_t)kind});
	if (!is_alone)
		set_end(fds[1], (struct end){other, one, (uint8_t)kind});
}

void td_flow_copied(int copy, int fd)
{
	if (copy < 0 || copy >= TD_MAX_FDS || fd < 0 || fd >= TD_MAX_FDS)
		return;
	set_end(copy, ends[fd]);
}

void td_flow_forget(int fd)
{
	if (fd >= 0 && fd < TD_MAX_FDS)
		ends[fd] = (struct end){0};
}

static int is_learned(const uint64_t *word)
{
	return *td_shadow((uint64_t)word) & TD_SHADOW_SHARED;
}

static void learn(const uint64_t *word)
{
	if (!is_learned(word) && td_channel->job.learn)
		td_shadow_learn((uint64_t)word);
}

void td_flows_are_one(void)
{
	learn(&are_one);
}

static uint32_t find_or_add(uint64_t flow, uint64_t set)
{
	for (uint32_t i = 0; i < pairs->count; i++)
		if (pairs->items[i].flow == flow && pairs->items[i].set == set)
			return i;
	if (pairs->count == MAX_PAIRS)
		return MAX_PAIRS;
	pairs->items[pairs->count] = (struct pair){flow, set};
	return pairs->count++;
}

static void watch(uint16_t flow, uint16_t set)
{
	if (!flow)
		return;
	td_spin_lock(&pairs->lock);
	uint32_t pair = find_or_add(places[flow], places[set]);
	td_spin_unlock(&pairs->lock);
	learn(pair == MAX_PAIRS ? &are_one : &is_known[pair]);
}

void td_flow_watched(int set, int fd)
{
	const struct end *whole = end_of(set), *part = end_of(fd);
	if (!whole || !part) {
		td_flows_are_one();
		return;
	}
	watch(part->in, whole->in);
	if (part->out != part->in)
		watch(part->out, whole->in);
}

static short ask(int fd, short events)
{
	struct pollfd set = {.fd = fd, .events = events};
	return td_syscall(SYS_poll, (long)&set, 1, 0, 0, 0, 0) > 0 ? set.revents : 0;
}

/* The kernel calls a socket writable only while three quarters of its room are left, but whoever writes need not wait before all
 * of it is gone. */
static int has_room(int fd)
{
	int used = 0, room = 0, size = sizeof room, type = 0, type_size = sizeof type;
	if (td_syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, (long)&type, (long)&type_size, 0) || type != SOCK_STREAM)
		return 0;
	return !td_syscall(SYS_ioctl, fd, SIOCOUTQ, (long)&used, 0, 0, 0) &&
	       !td_syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_SNDBUF, (long)&room, (long)&size, 0) && used < room;
}

/* The answer has what nobody asked for as well: that the other end is closed, or that there is an error. */
static int is_ready(int fd, short events, short answer)
{
	return answer & ~((POLLIN | POLLOUT) & ~events) || (events & POLLOUT && td_flow_kind(fd) == TD_FLOW_PAIR && has_room(fd));
}

int td_flow_is_ready(int fd, short events)
{
	return is_ready(fd, events, ask(fd, events));
}

/* If nobody has an end to do it with any more, nobody waits for it. */
uint8_t td_flow_could(uint64_t place)
{
	uint8_t could = TD_COULD_TAKE | TD_COULD_POST, known = 0;
	for (int fd = 0; fd < ends_at_most && known != (TD_COULD_TAKE | TD_COULD_POST); fd++) {
		const struct end *end = &ends[fd];
		if (!end->kind)
			continue;
		uint8_t bits = (uint8_t)((end->in && places[end->in] == place ? TD_COULD_TAKE : 0) |
					 (end->out && places[end->out] == place ? TD_COULD_POST : 0));
		bits &= (uint8_t)~known;
		short answer = bits ? ask(fd, POLLIN | POLLOUT) : POLLNVAL;
		if (answer & POLLNVAL) /* it has been closed */
			continue;
		known |= bits;
		if (bits & TD_COULD_TAKE && !is_ready(fd, POLLIN, answer))
			could &= (uint8_t)~TD_COULD_TAKE;
		if (bits & TD_COULD_POST && !is_ready(fd, POLLOUT, answer))
			could &= (uint8_t)~TD_COULD_POST;
	}
	return could;
}

int td_is_on_descriptor(enum td_kind kind)
{
	return kind == TD_FD_READ || kind == TD_FD_WRITE || kind == TD_FD_CLOSE || kind == TD_FD_POLL;
}

static void add_place(struct td_uses *uses, uint64_t place, int writes, enum td_kind kind)
{
	for (uint32_t i = 0; i < uses->count; i++)
		if (uses->items[i].place == place) {
			uses->items[i].writes |= (uint8_t)writes;
			return;
		}
	if (uses->count == TD_MOST_USES) {
		td_flows_are_one();
		return;
	}
	uses->items[uses->count++] = (struct td_use){place, (uint8_t)writes, (uint8_t)kind};
}

static void add_flow(struct td_uses *uses, uint16_t flow, int writes, enum td_kind kind)
{
	if (!flow)
		return;
	add_place(uses, places[flow], writes, kind);
	for (uint32_t i = 0; writes && i < pairs->count && i < MAX_PAIRS; i++)
		if (pairs->items[i].flow == places[flow] && is_learned(&is_known[i]))
			add_place(uses, pairs->items[i].set, 1, TD_NONE);
}

/* An end that is used the wrong way, which fails, still is the end of something. */
static void add_read(struct td_uses *uses, const struct end *end, int writes)
{
	if (end->in)
		add_flow(uses, end->in, writes, TD_FD_READ);
	else
		add_flow(uses, end->out, writes, TD_NONE);
}

static void add_write(struct td_uses *uses, const struct end *end, int writes)
{
	if (end->out)
		add_flow(uses, end->out, writes, end->kind == TD_FLOW_EPOLL ? TD_NONE : TD_FD_WRITE);
	else
		add_flow(uses, end->in, writes, TD_NONE);
}

static void add_polled(struct td_uses *uses, const struct pollfd *item)
{
	const struct end *end = end_of(item->fd);
	if (item->fd < 0)
		return;
	if (!end) {
		add_place(uses, TD_FD_ELSEWHERE, 1, TD_FD_POLL);
		return;
	}
	if (item->events & ~POLLOUT || !end->out)
		add_read(uses, end, end->kind == TD_FLOW_EPOLL);
	if (item->events & POLLOUT || !end->in)
		add_write(uses, end, 0);
}

static void add_used(struct td_uses *uses, const struct td_fiber *fiber)
{
	const struct end *end = end_of(fiber->fd);
	if (fiber->pending.kind == TD_FD_POLL)
		for (uint32_t i = 0; i < fiber->poll_count; i++)
			add_polled(uses, &fiber->poll_set[i]);
	else if (!end)
		add_place(uses, TD_FD_ELSEWHERE, 1, fiber->pending.kind);
	else if (fiber->pending.kind == TD_FD_READ)
		add_read(uses, end, 1);
	else if (fiber->pending.kind == TD_FD_WRITE)
		add_write(uses, end, 1);
	else {
		add_flow(uses, end->in, 1, TD_NONE);
		add_flow(uses, end->out, 1, TD_NONE);
	}
}

/* Whoever may be cancelled while it waits waits for that as well. */
static void add_canceling(struct td_uses *uses, const struct td_fiber *fiber)
{
	struct td_use use;
	if (td_channel->job.by_reads_from || !td_cancel_use(fiber, &use))
		return;
	uses->joint = TD_JOINT_ANY;
	add_place(uses, use.place, 0, use.kind);
}

void td_flow_uses(const struct td_fiber *fiber, struct td_uses *uses)
{
	uses->count = 0;
	uses->joint = fiber->pending.kind == TD_FD_POLL ? TD_JOINT_ANY : TD_JOINT_ALL;
	if (td_channel->job.by_reads_from || is_learned(&are_one))
		add_place(uses, TD_FD_ELSEWHERE, 1, fiber->pending.kind);
	else
		add_used(uses, fiber);
	add_canceling(uses, fiber);
}
