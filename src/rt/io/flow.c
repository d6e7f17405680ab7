#include "flow.h"

#include "loopback.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <linux/sockios.h>

enum { MAX_FLOWS = 4096, MAX_PAIRS = 256 };

/* The flows that it reads from and writes to, by number, from 1; 0: none.  They stay when it is closed: who uses it then depends
 * on who has closed it. */
struct end {
	uint16_t in, out;
	uint8_t kind; /* enum td_flow_kind */
};

/* A flow that belongs to an epoll set, or to somebody who may never accept it; see flow.h. */
struct pair {
	uint64_t flow, set;  /* places */
	uint8_t is_looked;   /* who looks at the flow looks at the other, too */
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

static uint64_t place_for(uint64_t mixed)
{
	return TD_FLOW_FIRST + (mixed % (TD_FLOW_LAST - TD_FLOW_FIRST) & ~7ull);
}

static uint16_t new_flow_at(uint64_t place)
{
	if (flow_count == MAX_FLOWS) {
		td_flows_are_one();
		return 0;
	}
	places[++flow_count] = place;
	return (uint16_t)flow_count;
}

/* The same for the same flow in every order. */
uint16_t td_flow_new(void)
{
	return new_flow_at(place_for(td_mix(td_current->origin.lineage, ++td_current->counts.flows)));
}

uint16_t td_flow_at(uint64_t number)
{
	uint64_t place = place_for(td_mix(number, MAX_FLOWS));
	for (uint16_t i = 1; i <= flow_count; i++)
		if (places[i] == place)
			return i;
	return new_flow_at(place);
}

static void set_end(int fd, struct end end)
{
	ends[fd] = end;
	if (fd >= ends_at_most)
		ends_at_most = fd + 1;
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

static uint32_t find_or_add(uint64_t flow, uint64_t set, int is_looked)
{
	for (uint32_t i = 0; i < pairs->count; i++)
		if (pairs->items[i].flow == flow && pairs->items[i].set == set)
			return i;
	if (pairs->count == MAX_PAIRS)
		return MAX_PAIRS;
	pairs->items[pairs->count] = (struct pair){flow, set, (uint8_t)is_looked};
	return pairs->count++;
}

static void belong(uint16_t flow, uint64_t set, int is_looked)
{
	if (!flow)
		return;
	td_spin_lock(&pairs->lock);
	uint32_t pair = find_or_add(places[flow], set, is_looked);
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
	belong(part->in, places[whole->in], 0);
	if (part->out != part->in)
		belong(part->out, places[whole->in], 0);
}

void td_flow_depends(uint16_t flow, uint16_t on)
{
	belong(flow, places[on], 1);
}

/* Sets that ask about the descriptor go on to do so. */
static void keep_watching(uint16_t before, uint16_t in, uint16_t out)
{
	for (uint32_t i = 0; before && before != in && i < pairs->count; i++)
		if (pairs->items[i].flow == places[before]) {
			belong(in, pairs->items[i].set, pairs->items[i].is_looked);
			belong(out, pairs->items[i].set, pairs->items[i].is_looked);
		}
}

void td_flow_becomes(int fd, uint16_t in, uint16_t out, enum td_flow_kind kind)
{
	if (fd < 0 || fd >= TD_MAX_FDS)
		return;
	keep_watching(ends[fd].in, in, out);
	set_end(fd, (struct end){in, out, in || out ? (uint8_t)kind : TD_FLOW_NONE});
}

void td_flow_aims(int fd, uint16_t out)
{
	if (fd >= 0 && fd < TD_MAX_FDS)
		td_flow_becomes(fd, ends[fd].in, out, TD_FLOW_SOCKET);
}

void td_flow_made(const int fds[2], enum td_flow_kind kind)
{
	uint16_t one = td_flow_new(), other = kind == TD_FLOW_PAIR ? td_flow_new() : 0;
	int is_alone = fds[0] == fds[1];
	td_flow_becomes(fds[0], one, is_alone ? one : other, kind);
	if (!is_alone)
		td_flow_becomes(fds[1], other, one, kind);
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

/* Has it been written and not been read? */
static int is_on_its_way(int fd)
{
	int used = 0;
	return td_syscall(SYS_ioctl, fd, SIOCOUTQ, (long)&used, 0, 0, 0) || used > 0;
}

static uint8_t bits_of(const struct end *end, uint64_t place)
{
	return (uint8_t)((end->in && places[end->in] == place ? TD_COULD_TAKE : 0) |
			 (end->out && places[end->out] == place ? TD_COULD_POST : 0));
}

/* If nobody has an end to do it with, nobody waits for it; but who reads may be still to come, when a connection has not been accepted. */
uint8_t td_flow_could(const struct td_object *self, uint64_t place)
{
	(void)self;
	uint8_t could = TD_COULD_TAKE | TD_COULD_POST, known = 0;
	int writer = -1;
	for (int fd = 0; fd < ends_at_most && known != (TD_COULD_TAKE | TD_COULD_POST); fd++) {
		uint8_t bits = ends[fd].kind ? (uint8_t)(bits_of(&ends[fd], place) & ~known) : 0;
		short answer = bits ? ask(fd, POLLIN | POLLOUT) : POLLNVAL;
		if (answer & POLLNVAL) /* it has been closed */
			continue;
		known |= bits;
		if (bits & TD_COULD_TAKE && !is_ready(fd, POLLIN, answer))
			could &= (uint8_t)~TD_COULD_TAKE;
		if (bits & TD_COULD_POST && !is_ready(fd, POLLOUT, answer))
			could &= (uint8_t)~TD_COULD_POST;
		if (bits & TD_COULD_POST)
			writer = fd;
	}
	if (!(known & TD_COULD_TAKE) && writer >= 0 && td_loopback_is_waiting(ends[writer].out) && !is_on_its_way(writer))
		could &= (uint8_t)~TD_COULD_TAKE;
	return could;
}

void td_flows_settle(void)
{
	for (int fd = 0; fd < ends_at_most; fd++)
		if (ends[fd].kind == TD_FLOW_EPOLL)
			ask(fd, POLLIN);
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
	for (uint32_t i = 0; i < pairs->count && i < MAX_PAIRS; i++)
		if (pairs->items[i].flow == places[flow] && (writes || pairs->items[i].is_looked) && is_learned(&is_known[i]))
			add_place(uses, pairs->items[i].set, writes, TD_NONE);
}

/* An end that is used the wrong way, which fails, still is the end of something. */
static void add_read(struct td_uses *uses, const struct end *end, int writes)
{
	if (end->in)
		add_flow(uses, end->in, writes, TD_FD_READ);
	else
		add_flow(uses, end->out, writes, TD_NONE);
}

static int never_waits_for_room(const struct end *end)
{
	return end->kind == TD_FLOW_EPOLL || end->kind == TD_FLOW_SOCKET;
}

static void add_write(struct td_uses *uses, const struct end *end, int writes)
{
	if (end->out)
		add_flow(uses, end->out, writes, never_waits_for_room(end) ? TD_NONE : TD_FD_WRITE);
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

static void add_close(struct td_uses *uses, const struct end *end, int fd)
{
	uint16_t also[2 * TD_MOST_USES];
	uint32_t count = td_loopback_flows(fd, also, 2 * TD_MOST_USES);
	add_flow(uses, end->in, 1, TD_NONE);
	add_flow(uses, end->out, 1, TD_NONE);
	for (uint32_t i = 0; i < count; i++)
		add_flow(uses, also[i], 1, TD_NONE);
}

static void add_used(struct td_uses *uses, const struct td_fiber *fiber)
{
	const struct end *end = end_of(fiber->descriptors.fd);
	enum td_kind way = td_flow_way(fiber->pending.kind);
	if (way == TD_FD_POLL)
		for (uint32_t i = 0; i < fiber->descriptors.poll_count; i++)
			add_polled(uses, &fiber->descriptors.poll_set[i]);
	else if (!end)
		add_place(uses, TD_FD_ELSEWHERE, 1, way);
	else if (way == TD_FD_READ)
		add_read(uses, end, 1);
	else if (way == TD_FD_WRITE)
		add_write(uses, end, 1);
	else
		add_close(uses, end, fiber->descriptors.fd);
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

void td_flows_of(const struct td_fiber *fiber, struct td_uses *uses)
{
	uses->count = 0;
	uses->joint = fiber->pending.kind == TD_FD_POLL ? TD_JOINT_ANY : TD_JOINT_ALL;
	if (td_channel->job.by_reads_from || is_learned(&are_one))
		add_place(uses, TD_FD_ELSEWHERE, 1, td_flow_way(fiber->pending.kind));
	else
		add_used(uses, fiber);
	add_canceling(uses, fiber);
}
