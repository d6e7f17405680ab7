/* Ports: messages between threads.
 *
 * A port has two sides.  Senders change the one (its address), receivers the other (the next address), so that sending and
 * receiving do not depend on each other; a receive comes after the very send whose message it gets, and a send to a full port after
 * the receive that made room.  In a port that holds nothing sender and receiver meet: the receiver makes an offer, which is no
 * event, and whoever sends to one of the ports it names takes it.  That step concerns all ports of the offer, for it closes them. */
#ifndef TD_RT_PORT_H
#define TD_RT_PORT_H

#include "object.h"

enum { TD_MAX_ALTERNATIVES = 256 };

int td_port_is_ready(const struct td_fiber *fiber);    /* can its pending send or receive happen? */
int td_port_takes(const struct td_object *port);       /* could somebody send to it now? */

void td_ports_mark(void);                              /* see mark.h */

/* The side that an operation of this kind changes; other objects have only one. */
static inline uint64_t td_port_side(uint64_t address, enum td_kind kind)
{
	return kind == TD_RECEIVE ? address + 1 : address;
}

#endif
