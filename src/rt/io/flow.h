/* Flows: what descriptors are ends of, as far as a search has to know.
 *
 * A flow is one way that data goes: a pipe is one flow, a pair of sockets are two, an eventfd is one that is both read from and
 * written to, and so is an epoll set, which is written to by whoever changes it.  What is done with one flow depends on nothing
 * that is done with another.  The kernel holds the data; whether a flow could be read from or written to is asked there.
 *
 * A flow has a place, which stands for it in a search: the same in every order, as a thread makes its flows in the same order.
 *
 * Sockets with addresses have the flows that loopback.h gives them.
 *
 *   read        changes the flow that the descriptor reads from, and needs something there
 *   write       changes the one that it writes to, and needs room
 *   close       changes both
 *   poll        looks at those that it asks about; one that is ready is enough
 *   epoll_wait  changes its set.  A set keeps what became ready in the order in which it did, so whoever does something with a
 *               flow that belongs to a set changes the set as well.  That it belongs to one is learned, as it is learned what
 *               memory is shared: it holds from the next execution on, and from its beginning.
 *
 * Descriptors of other kinds, and those of which it is not known what they are copies of, are all at one place
 * (TD_FD_ELSEWHERE). */
#ifndef TD_RT_FLOW_H
#define TD_RT_FLOW_H

#include "rt/state.h"

enum td_flow_kind { TD_FLOW_NONE, TD_FLOW_PIPE, TD_FLOW_PAIR, TD_FLOW_EVENTS, TD_FLOW_EPOLL, TD_FLOW_SOCKET /* not connected */ };

void td_flows_setup(void);
void td_flows_reset(void);
void td_flow_made(const int fds[2], enum td_flow_kind kind); /* EVENTS, EPOLL, SOCKET: one descriptor, twice */
uint16_t td_flow_new(void);                          /* its number */
uint16_t td_flow_at(uint64_t number);                /* the one that everybody means who has this number */
void td_flow_becomes(int fd, uint16_t in, uint16_t out, enum td_flow_kind kind); /* an end of other flows than it was */
void td_flow_aims(int fd, uint16_t out);             /* it reads from what it did, and is about to write there */
void td_flow_copied(int copy, int fd);
void td_flow_forget(int fd);                         /* the number stands for something else now */
void td_flow_watched(int set, int fd);               /* the set asks about this descriptor from now on */
void td_flow_depends(uint16_t flow, uint16_t on);    /* who uses the one uses the other, from the next execution on */
void td_flows_are_one(void);                         /* nobody knows which of them a descriptor belongs to */
enum td_flow_kind td_flow_kind(int fd);

/* After each operation.  Who asks whether an epoll set is ready makes the kernel forget what is not ready any more, and so may change the
 * order in which it tells of things; so that it never matters who has asked, each set is always asked. */
void td_flows_settle(void);

/* Would an operation on it go on at once?  POLLIN, POLLOUT. */
int td_flow_is_ready(int fd, short events);

/* See object_types.c. */
void td_flows_of(const struct td_fiber *fiber, struct td_uses *uses); /* what the fibre's operation on descriptors uses */
uint8_t td_flow_could(const struct td_object *self, uint64_t place); /* TD_COULD_TAKE: read from, TD_COULD_POST: written to */

#endif
