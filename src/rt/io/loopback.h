/* Connections by address between threads of the program: TCP on this machine, and unix-domain sockets.
 *
 * Behind a stream socket of the program is one of the unix domain, with a name that the kernel makes up.  The kernel then hands over at
 * once and in order whatever is sent, no port is used up by thousands of executions, and executions side by side do not meet.  What
 * the program sees of addresses and options is kept here; ports that it leaves to the system are the same in every order.
 *
 * An address has a flow (flow.h), which is changed by whoever binds, listens, connects or closes there, and accepting reads from it.
 * A connection is two flows, made by the one who connects; they wait at the one who listens until they are accepted.  If he is closed
 * before, they end: where that can happen, which is learned, what is done with them depends on all that is done at the address.
 *
 * A socket that is used with an address of another machine becomes a real one.  Datagrams are not part of this. */
#ifndef TD_RT_LOOPBACK_H
#define TD_RT_LOOPBACK_H

#include "rt/sys.h"

#include <sys/socket.h>

struct td_address; /* fd_calls.h */

void td_loopback_reset(void);
void td_loopback_remove_files(void);             /* of sockets, after an execution: the next one will bind them again */
int td_loopback_takes(int family, int type, int protocol);
int td_loopback_make(int family, int type, int protocol); /* a socket, which is controlled; -1: errno */
int td_loopback_has(int fd);
int td_loopback_is_within(int fd);               /* whoever is, or may be, at the other end belongs to the program */
int td_loopback_is_disguised(int fd);            /* it looks to the program as if it were one of another domain */
void td_loopback_copied(int copy, int fd);
void td_loopback_closed(int fd);                 /* the number stands for it no longer */

/* As the functions of the same names, for a socket that it has. */
int td_loopback_bind(int fd, const struct sockaddr *address, socklen_t length, uint64_t pc);
int td_loopback_listen(int fd, uint64_t pc);
int td_loopback_connect(int fd, const struct sockaddr *to, socklen_t length, uint64_t pc);
void td_loopback_accepted(int fd, int by, struct td_address *from); /* the kernel has made `fd` of what waited */
int td_loopback_name(int fd, struct td_address *address, int of_peer);
int td_loopback_bind_really(int fd, const struct sockaddr *address, socklen_t length); /* any socket; its file is remembered */
int td_loopback_option(int fd, int name, int *value); /* nonzero: the kernel's answer would give it away, this is the one */

int td_loopback_is_waiting(uint16_t flow);       /* it leads to somebody who has not accepted yet, and something may still come */
void td_loopback_shut(int fd);                   /* nothing will be written to it any more */

/* Flows that come to an end with the descriptor, other than its own: at most so many; returns how many there are. */
uint32_t td_loopback_flows(int fd, uint16_t *flows, uint32_t most);

#endif
