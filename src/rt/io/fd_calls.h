/* Between the calls on descriptors (fd_calls.c) and what is known of descriptors (fd.c). */
#ifndef TD_RT_FD_CALLS_H
#define TD_RT_FD_CALLS_H

#include "flow.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

/* That a call tells. */
struct td_address {
	socklen_t length;
	union {
		struct sockaddr any;
		struct sockaddr_storage room;
	};
};

#define TD_ADDRESS_ROOM ((struct td_address){.length = sizeof(struct sockaddr_storage)})

void td_fd_made(int fd);          /* a pipe, a socket: controlled from now on */
void td_fd_made_two(const int fds[2], enum td_flow_kind kind); /* the same; the two belong together, see td_flow_made */
void td_fd_made_copy(int copy, int fd);
void td_fd_made_socket(int fd);   /* the same; but the other end may be in another process */
void td_fd_opened(int fd);        /* something else, which never blocks */
void td_fd_touched(void);         /* some descriptor was made: close it after the execution */
void td_fd_received(const struct msghdr *message); /* descriptors may be in it */
int td_fd_is_ours(int fd);
int td_fd_is_nonblocking(int fd);

/* Wait for the turn of an operation on the descriptor: one that never blocks; only a look; until it would not block. */
void td_fd_point(int fd, enum td_kind kind, uint64_t pc);
void td_fd_look(struct pollfd *set, uint32_t count, uint64_t pc);
int td_fd_wait(int fd, enum td_kind kind, uint64_t pc); /* 0: the socket's time limit is over, and it still would */
int td_fd_time_is_up(void);       /* what the operation returns then */
int td_fd_wait_set(struct pollfd *set, uint32_t count, enum td_kind kind, uint64_t limit, uint64_t pc);

/* The whole operation, on a descriptor that is ours. */
ssize_t td_fd_read(int fd, void *buffer, size_t size, uint64_t pc);
ssize_t td_fd_write(int fd, const void *buffer, size_t size, uint64_t pc);
int td_fd_close(int fd, uint64_t pc);

/* To the program, which may have room for less, or not want it (NULL). */
void td_fd_give_address(const struct td_address *self, struct sockaddr *to, socklen_t *length, uint64_t pc);

/* The operation has been done: record it, see who can go on. */
void td_fd_done(long result);

int td_fd_refresh(void); /* some are ready, perhaps; returns whether somebody can go on who waits for one */

#endif
