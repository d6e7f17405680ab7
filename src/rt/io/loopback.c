#include "loopback.h"

#include "fd_calls.h"
#include "flow.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_WAITING = 64, BACKLOG = 4096, FIRST_PORT = 32768, PORTS = 28000, KIND_OF_TYPE = 0xf, MOST_FILES = 128, FILE_NAME = 512 };

struct address {
	socklen_t length;
	union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_un un;
	};
};

/* That has not been accepted yet. */
struct connection {
	uint16_t there, back;    /* its flows, as the one who connected sees them */
	uint8_t is_shut;         /* who connected will write no more */
	struct address from;
};

struct socket {
	int family, type, protocol; /* as the program wanted them */
	uint32_t descriptors;    /* that stand for it; 0: it is gone */
	uint8_t is_bound, is_listening, is_connected;
	uint16_t flow;           /* of the address that it is bound to */
	uint16_t there;          /* that it writes to, if it has connected */
	struct address name, peer; /* as the program sees them */
	struct address real;     /* the kernel's for `name` */
	uint32_t waiting_count;
	struct connection waiting[MOST_WAITING]; /* the first one first */
};

static struct socket TD_STATE *sockets;         /* nothing is marked while there are descriptors */
static uint32_t TD_STATE socket_count;
static uint16_t TD_STATE numbers[TD_MAX_FDS];   /* of sockets, from 1; 0: none */
static uint8_t TD_STATE some_connect;           /* in this execution, or have tried to */

/* Files of sockets that were bound in this execution. */
static char TD_STATE files[MOST_FILES][FILE_NAME];
static uint32_t TD_STATE file_count;

void td_loopback_reset(void)
{
	if (!socket_count)
		return;
	socket_count = 0;
	some_connect = 0;
	td_plain_set(numbers, 0, sizeof numbers);
}

static struct socket *socket_of(int fd)
{
	return fd >= 0 && fd < TD_MAX_FDS && numbers[fd] ? &sockets[numbers[fd] - 1] : NULL;
}

int td_loopback_has(int fd)
{
	return socket_of(fd) != NULL;
}

int td_loopback_is_within(int fd)
{
	const struct socket *socket = socket_of(fd);
	return socket && (socket->is_connected || some_connect);
}

int td_loopback_is_disguised(int fd)
{
	return socket_of(fd) && socket_of(fd)->family != AF_UNIX;
}

int td_loopback_takes(int family, int type, int protocol)
{
	int kind = type & KIND_OF_TYPE;
	if (family == AF_UNIX)
		return kind == SOCK_STREAM || kind == SOCK_SEQPACKET;
	return (family == AF_INET || family == AF_INET6) && kind == SOCK_STREAM && (!protocol || protocol == IPPROTO_TCP);
}

/* There are never more of them than descriptors. */
static struct socket *unused_socket(void)
{
	if (!sockets)
		sockets = td_map(TD_MAX_FDS * sizeof *sockets);
	for (uint32_t i = 0; i < socket_count; i++)
		if (!sockets[i].descriptors)
			return &sockets[i];
	return &sockets[socket_count++];
}

static struct socket *add(int fd, int family, int type, int protocol)
{
	if (fd < 0 || fd >= TD_MAX_FDS)
		return NULL; /* then it is one about which nothing is known */
	struct socket *socket = unused_socket();
	socket->family = family;
	socket->type = type;
	socket->protocol = protocol;
	socket->descriptors = 1;
	socket->is_bound = socket->is_listening = socket->is_connected = 0;
	socket->waiting_count = socket->there = 0;
	numbers[fd] = (uint16_t)(socket - sockets + 1);
	return socket;
}

int td_loopback_make(int family, int type, int protocol)
{
	int fd = TD_REAL(socket)(AF_UNIX, type, 0);
	if (fd < 0)
		return fd;
	if (fd >= TD_MAX_FDS) {
		TD_REAL(close)(fd);
		return TD_REAL(socket)(family, type, protocol);
	}
	td_fd_made_socket(fd);
	add(fd, family, type, protocol);
	td_flow_made((int[]){fd, fd}, TD_FLOW_SOCKET);
	return fd;
}

void td_loopback_copied(int copy, int fd)
{
	if (copy < 0 || copy >= TD_MAX_FDS || !socket_of(fd))
		return;
	numbers[copy] = numbers[fd];
	socket_of(fd)->descriptors++;
}

void td_loopback_closed(int fd)
{
	struct socket *socket = socket_of(fd);
	if (!socket)
		return;
	numbers[fd] = 0;
	if (--socket->descriptors)
		return;
	for (uint32_t i = 0; i < socket->waiting_count; i++) {
		td_flow_depends(socket->waiting[i].there, socket->flow);
		td_flow_depends(socket->waiting[i].back, socket->flow);
	}
}

/* Addresses. */

static int is_loopback4(uint32_t address)
{
	return ntohl(address) >> 24 == IN_LOOPBACKNET || address == htonl(INADDR_ANY);
}

static int is_loopback6(const struct in6_addr *address)
{
	if (IN6_IS_ADDR_V4MAPPED(address))
		return is_loopback4(address->s6_addr32[3]);
	return IN6_IS_ADDR_LOOPBACK(address) || IN6_IS_ADDR_UNSPECIFIED(address);
}

/* Of this machine, and of the socket's kind. */
static int is_conflict(const struct socket *socket, const struct sockaddr *address, socklen_t length)
{
	if (length < sizeof(sa_family_t) || address->sa_family != socket->family)
		return 0;
	if (socket->family == AF_INET)
		return length >= sizeof(struct sockaddr_in) && is_loopback4(((const struct sockaddr_in *)address)->sin_addr.s_addr);
	if (socket->family == AF_INET6)
		return length >= sizeof(struct sockaddr_in6) && is_loopback6(&((const struct sockaddr_in6 *)address)->sin6_addr);
	return length <= sizeof(struct sockaddr_un);
}

static void take_address(struct address *self, const struct sockaddr *address, socklen_t length)
{
	*self = (struct address){.length = length < sizeof self->un ? length : sizeof self->un};
	td_plain_copy(&self->any, address, self->length);
}

static in_port_t *port_of(struct address *self)
{
	return self->any.sa_family == AF_INET ? &self->in.sin_port : &self->in6.sin6_port;
}

/* Of a socket that connects or accepts without having been bound to more than a port. */
static void become_loopback(struct address *self)
{
	if (self->any.sa_family == AF_INET && self->in.sin_addr.s_addr == htonl(INADDR_ANY))
		self->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (self->any.sa_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&self->in6.sin6_addr))
		self->in6.sin6_addr = in6addr_loopback;
}

/* As somebody who listens for both versions of IP sees one who has come by the older one. */
static void become_mapped(struct address *self, int family)
{
	if (family != AF_INET6 || self->any.sa_family != AF_INET)
		return;
	struct sockaddr_in before = self->in;
	*self = (struct address){.length = sizeof self->in6, .in6 = {.sin6_family = AF_INET6, .sin6_port = before.sin_port}};
	self->in6.sin6_addr.s6_addr32[2] = htonl(0xffff);
	self->in6.sin6_addr.s6_addr32[3] = before.sin_addr.s_addr;
}

static void become_any(struct address *self, int family)
{
	*self = (struct address){.any.sa_family = (sa_family_t)family};
	self->length = family == AF_INET ? sizeof self->in : family == AF_INET6 ? sizeof self->in6 : sizeof self->any.sa_family;
}

static int is_path(const struct address *self)
{
	return self->any.sa_family == AF_UNIX && self->length > offsetof(struct sockaddr_un, sun_path) && self->un.sun_path[0];
}

/* Where somebody would be found who uses it. */
static uint64_t number_of(struct address *self)
{
	uint64_t number = AF_UNIX;
	if (self->any.sa_family != AF_UNIX)
		return *port_of(self);
	const char *path = self->un.sun_path;
	for (socklen_t i = 0; i + offsetof(struct sockaddr_un, sun_path) < self->length && (path[i] || !is_path(self)); i++)
		number = td_mix(number, (uint8_t)path[i]);
	return number;
}

/* Ports are what tells apart the addresses of this machine. */
static struct socket *find_bound(struct address *address)
{
	for (uint32_t i = 0; i < socket_count; i++) {
		struct socket *other = &sockets[i];
		if (other->descriptors && other->is_bound && !other->is_connected && number_of(&other->name) == number_of(address))
			return other;
	}
	return NULL;
}

/* One that nobody has; which, is a matter of the thread alone. */
static void choose_port(struct address *self)
{
	uint64_t drawn = td_mix(td_current->origin.lineage, ++td_current->counts.flows);
	do
		*port_of(self) = htons((uint16_t)(FIRST_PORT + drawn++ % PORTS));
	while (find_bound(self));
}

static int is_unnamed(struct address *self)
{
	return self->any.sa_family == AF_UNIX ? self->length <= offsetof(struct sockaddr_un, sun_path) : !*port_of(self);
}

/* Sockets. */

/* An address elsewhere: from now on it is what the program thinks it is. */
static void become_real(int fd)
{
	const struct socket *self = socket_of(fd);
	int flags = TD_REAL(fcntl)(fd, F_GETFD), real = TD_REAL(socket)(self->family, self->type, self->protocol);
	if (real < 0)
		return;
	TD_REAL(fcntl)(real, F_SETFL, TD_REAL(fcntl)(fd, F_GETFL));
	TD_REAL(dup3)(real, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
	TD_REAL(close)(real);
	td_loopback_closed(fd);
	td_fd_made_socket(fd);
}

static int fail(int why)
{
	errno = why;
	return -1;
}

/* Under a name that is good in another directory, too. */
static void note_file(const struct sockaddr_un *address)
{
	char directory[FILE_NAME] = "", name[sizeof address->sun_path + 1] = "";
	td_plain_copy(name, address->sun_path, sizeof address->sun_path);
	if (name[0] != '/' && td_syscall(SYS_getcwd, (long)directory, sizeof directory, 0, 0, 0, 0) < 0)
		return;
	if (file_count < MOST_FILES && td_length(directory) + td_length(name) + 2 <= FILE_NAME)
		td_text(files[file_count++], FILE_NAME, "%s%s%s", directory, directory[0] ? "/" : "", name);
}

void td_loopback_remove_files(void)
{
	struct stat status;
	for (uint32_t i = 0; i < file_count; i++)
		if (!td_syscall(SYS_lstat, (long)files[i], (long)&status, 0, 0, 0, 0) && S_ISSOCK(status.st_mode))
			td_syscall(SYS_unlink, (long)files[i], 0, 0, 0, 0, 0);
	file_count = 0;
}

int td_loopback_bind_really(int fd, const struct sockaddr *address, socklen_t length)
{
	struct address name;
	int result = TD_REAL(bind)(fd, address, length);
	if (result)
		return result;
	take_address(&name, address, length);
	if (is_path(&name))
		note_file(&name.un);
	return 0;
}

/* The kernel makes up a name if there is to be no file. */
static int bind_disguised(int fd, struct socket *socket)
{
	socket->real = socket->name;
	if (!is_path(&socket->name))
		become_any(&socket->real, AF_UNIX);
	if (td_loopback_bind_really(fd, &socket->real.any, socket->real.length))
		return -1;
	socket->real.length = sizeof socket->real.un;
	return TD_REAL(getsockname)(fd, &socket->real.any, &socket->real.length);
}

int td_loopback_bind(int fd, const struct sockaddr *address, socklen_t length, uint64_t pc)
{
	struct socket *socket = socket_of(fd);
	if (!is_conflict(socket, address, length)) {
		become_real(fd);
		return TD_REAL(bind)(fd, address, length);
	}
	if (socket->is_bound)
		return fail(EINVAL);
	struct address wanted;
	take_address(&wanted, address, length);
	if (is_unnamed(&wanted) && socket->family != AF_UNIX)
		choose_port(&wanted);
	uint16_t flow = td_flow_at(number_of(&wanted));
	td_flow_becomes(fd, flow, flow, TD_FLOW_SOCKET);
	td_fd_point(fd, TD_FD_BIND, pc);
	int result = !is_unnamed(&wanted) && find_bound(&wanted) ? fail(EADDRINUSE) : 0;
	if (!result) {
		socket->name = wanted;
		socket->flow = flow;
		result = bind_disguised(fd, socket);
		socket->is_bound = !result;
	}
	td_fd_done(result);
	return result;
}

int td_loopback_listen(int fd, uint64_t pc)
{
	struct socket *socket = socket_of(fd);
	struct address any;
	become_any(&any, socket->family);
	if (!socket->is_bound && !socket->is_connected && td_loopback_bind(fd, &any.any, any.length, pc))
		return -1;
	td_fd_point(fd, TD_FD_LISTEN, pc);
	int result = TD_REAL(listen)(fd, BACKLOG); /* so that nobody has to wait before connecting */
	socket->is_listening = !result;
	td_fd_done(result);
	return result;
}

static void set_connected(struct socket *socket, const struct address *name, const struct address *peer)
{
	socket->name = *name;
	socket->peer = *peer;
	socket->is_connected = 1;
	become_loopback(&socket->name);
	become_loopback(&socket->peer);
}

static void let_wait(struct socket *listener, const struct connection *connection)
{
	if (listener->waiting_count == MOST_WAITING)
		td_unsupported("more than %u connections that have not been accepted", (uint64_t)MOST_WAITING);
	listener->waiting[listener->waiting_count++] = *connection;
}

static void connect_to(int fd, struct socket *socket, struct socket *listener, const struct address *to)
{
	struct connection connection = {.there = td_flow_new(), .back = td_flow_new(), .from = socket->name};
	if (!socket->is_bound) {
		become_any(&connection.from, socket->family);
		if (socket->family != AF_UNIX)
			choose_port(&connection.from);
	}
	become_loopback(&connection.from);
	set_connected(socket, &connection.from, to);
	socket->there = connection.there;
	let_wait(listener, &connection);
	td_flow_becomes(fd, connection.back, connection.there, TD_FLOW_PAIR);
}

/* The connection is made by the kernel at once, whether somebody accepts or not. */
int td_loopback_connect(int fd, const struct sockaddr *address, socklen_t length, uint64_t pc)
{
	struct socket *socket = socket_of(fd);
	struct address to;
	if (!is_conflict(socket, address, length)) {
		become_real(fd);
		td_fd_point(fd, TD_FD_CONNECT, pc);
		int result = TD_REAL(connect)(fd, address, length);
		td_fd_done(result);
		return result;
	}
	if (socket->is_connected)
		return fail(EISCONN);
	take_address(&to, address, length);
	some_connect = 1;
	td_flow_aims(fd, td_flow_at(number_of(&to)));
	td_fd_point(fd, TD_FD_CONNECT, pc);
	struct socket *listener = find_bound(&to);
	int result;
	if (listener && listener->is_listening)
		result = TD_REAL(connect)(fd, &listener->real.any, listener->real.length);
	else
		result = is_path(&to) ? TD_REAL(connect)(fd, &to.any, to.length) : fail(ECONNREFUSED);
	td_fd_done(result);
	if (!result && listener)
		connect_to(fd, socket, listener, &to);
	else if (!result)
		td_flow_forget(fd); /* to another process */
	return result;
}

static void tell(const struct address *self, struct td_address *address)
{
	td_plain_copy(&address->any, &self->any, self->length);
	address->length = self->length;
}

void td_loopback_accepted(int fd, int by, struct td_address *from)
{
	struct socket *listener = socket_of(by), *socket;
	td_fd_made_socket(fd);
	if (!listener->waiting_count || !(socket = add(fd, listener->family, listener->type, listener->protocol)))
		return;
	struct connection connection = listener->waiting[0];
	listener->waiting_count--;
	for (uint32_t i = 0; i < listener->waiting_count; i++)
		listener->waiting[i] = listener->waiting[i + 1];
	become_mapped(&connection.from, listener->family);
	set_connected(socket, &listener->name, &connection.from);
	td_flow_becomes(fd, connection.there, connection.back, TD_FLOW_PAIR);
	tell(&socket->peer, from);
}

int td_loopback_name(int fd, struct td_address *address, int of_peer)
{
	const struct socket *socket = socket_of(fd);
	struct address none;
	become_any(&none, socket->family);
	if (of_peer && !socket->is_connected)
		return fail(ENOTCONN);
	tell(of_peer ? &socket->peer : socket->is_bound || socket->is_connected ? &socket->name : &none, address);
	return 0;
}

int td_loopback_option(int fd, int name, int *value)
{
	*value = name == SO_DOMAIN ? socket_of(fd)->family : name == SO_PROTOCOL ? IPPROTO_TCP : 0;
	return name == SO_DOMAIN || name == SO_PROTOCOL || name == SO_REUSEPORT;
}

static struct connection *find_waiting(uint16_t there)
{
	for (uint32_t i = 0; i < socket_count; i++)
		for (uint32_t k = 0; k < sockets[i].waiting_count; k++)
			if (sockets[i].waiting[k].there == there)
				return &sockets[i].waiting[k];
	return NULL;
}

int td_loopback_is_waiting(uint16_t flow)
{
	const struct connection *connection = find_waiting(flow);
	return connection && !connection->is_shut;
}

void td_loopback_shut(int fd)
{
	struct connection *connection = socket_of(fd) && socket_of(fd)->there ? find_waiting(socket_of(fd)->there) : NULL;
	if (connection)
		connection->is_shut = 1;
}

uint32_t td_loopback_flows(int fd, uint16_t *flows, uint32_t most)
{
	const struct socket *socket = socket_of(fd);
	uint32_t count = 0;
	if (!socket)
		return 0;
	if (socket->is_bound && most)
		flows[count++] = socket->flow;
	for (uint32_t i = 0; i < socket->waiting_count && count + 2 <= most; i++) {
		flows[count++] = socket->waiting[i].there;
		flows[count++] = socket->waiting[i].back;
	}
	return count;
}
