/* Ports: messages between threads.
 *
 * A port has two sides.  Senders change the one (its address), receivers the other (the next address), so that sending and
 * receiving do not depend on each other; a receive comes after the very send whose message it gets, and a send to a full port after
 * the receive that made room.  In a port that holds nothing sender and receiver meet: the receiver makes an offer, which is no
 * event, and whoever sends to one of the ports it names takes it.  That step concerns all ports of the offer, for it closes them. */
#ifndef TD_RT_PORT_H
#define TD_RT_PORT_H

#include "rt/state.h"

enum { TD_MAX_ALTERNATIVES = 256 };

void td_ports_mark(void);                              /* see mark.h */

#endif
