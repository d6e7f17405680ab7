# Small random programs whose threads meet at an address, over TCP or in the unix domain, and note what they see (see Pipes.pm).
package Sockets;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(random_sockets);

my $head = <<'END';
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
static union { struct sockaddr any; struct sockaddr_in in; struct sockaddr_in6 in6; struct sockaddr_un un; } address;
static socklen_t length;
static void note(char *me, const char *what, long count, const char *bytes)
{
	sprintf(me + strlen(me), " %s%ld%.*s", what, count < 0 ? -(long)errno : count, count > 0 ? (int)count : 0, bytes);
}
static void take(char *me, int fd)
{
	char bytes[8] = "";
	ssize_t count = recv(fd, bytes, 2, 0);
	note(me, "r", count, bytes);
}
static void put(char *me, int fd, const char *bytes)
{
	if (send(fd, bytes, strlen(bytes), 0) < 0) note(me, "w", -1, "");
}
static void look(char *me, int fd)
{
	struct pollfd set = {.fd = fd, .events = POLLIN};
	int ready = poll(&set, 1, 0);
	note(me, "p", ready * 100 + set.revents, "");
}
static void meet(char *me, int fd) { note(me, "c", connect(fd, &address.any, length) ? -1 : 0, ""); }
static void open_up(char *me, int server) { note(me, "l", listen(server, 2) ? -1 : 0, ""); }
static void settle(char *me, int fd) { note(me, "b", bind(fd, &address.any, length) ? -1 : 0, ""); }
static int greet(char *me, int server)
{
	int fd = accept(server, NULL, NULL);
	note(me, "a", fd < 0 ? -1 : 0, "");
	return fd;
}
static void want(int set, int fd, unsigned name, unsigned how)
{
	struct epoll_event event = {.events = EPOLLIN | how, .data.u32 = name};
	epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}
static void watch(char *me, int set, int timeout)
{
	struct epoll_event ready[4];
	int got = epoll_wait(set, ready, 4, timeout);
	note(me, "E", got, "");
	for (int i = 0; i < got; i++) note(me, ":", (long)(ready[i].data.u32 * 100 + ready[i].events), "");
}
#define BEGIN char me[256] = ""; int server = (long)arg & 255, mine = (long)arg >> 8 & 255, set = (long)arg >> 16, theirs = -1; \
	(void)theirs; (void)mine; (void)server; (void)set
END

my %addresses = (
	tcp => ['AF_INET', 'address.in.sin_family = AF_INET; address.in.sin_port = htons(4711); length = sizeof address.in;'],
	tcp6 => ['AF_INET6', 'address.in6.sin6_family = AF_INET6; address.in6.sin6_addr = in6addr_loopback; length = sizeof address.in6;'],
	unix => ['AF_UNIX', 'address.un.sun_family = AF_UNIX; strcpy(address.un.sun_path + 1, "here"); length = sizeof(sa_family_t) + 5;']);

sub any { return $_[rand @_] }

sub operation {
	my ($me, $of) = @_;
	my $bytes = ('a' .. 'c')[$me] x (1 + int rand 2);
	my %make = (
		connect => "meet(me, mine);", finish => "meet(me, mine); shutdown(mine, SHUT_WR);", accept => 'theirs = greet(me, server);', listen => 'open_up(me, server);', bind => "settle(me, mine);",
		send => qq{put(me, mine, "$bytes");}, receive => "take(me, mine);", answer => qq{put(me, theirs, "$bytes");},
		hear => 'take(me, theirs);', close => any("close(mine); mine = -1;", 'close(theirs); theirs = -1;'),
		watch => 'watch(me, set, ' . any(0, -1) . ');', want => 'want(set, ' . any("mine, 1$me", "theirs, 2$me") . ', ' . any(0, 'EPOLLET') . ');',
		leave => 'close(server);', shut => "shutdown(mine, SHUT_WR);", look => 'look(me, ' . any('server', "mine", 'theirs') . ');');
	return $make{any(@{$of->{operations}})};
}

my $main = <<'END';
int main(void)
{
	pthread_t threads[3];
	void *seen[3];
	int server, mine[3], set = epoll_create1(0);
	void *(*work[])(void *) = {work0, work1, work2};
	signal(SIGPIPE, SIG_IGN);
	MAKE
	getsockname(server, &address.any, &length);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work[i], (void *)(long)(server | mine[i] << 8 | set << 16));
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], &seen[i]);
	dprintf(open("seen", O_CREAT | O_WRONLY | O_APPEND, 0600), "%s |%s |%s\n", (char *)seen[0], (char *)seen[1], (char *)seen[2]);
	return 0;
}
END

# The program's text; of: first (what each of the threads begins with, NULL for anything), operations (names, with repetitions), most (of
# these in a thread), listens (0: that is one of the operations), epoll (there is a set, to which the server belongs).
sub random_sockets {
	my ($seed, $of) = @_;
	srand($seed);
	my ($family, $make) = @{$addresses{any(sort keys %addresses)}};
	my $type = 'SOCK_STREAM' . any('', '', ' | SOCK_NONBLOCK');
	my @want = $of->{epoll} ? (any('', ' want(set, server, 1, 0);', ' want(set, server, 1, EPOLLET);')) : '';
	push @want, $of->{epoll} && !$want[0] ? ' want(set, server, 1, EPOLLET);' : '';
	$make .= " server = socket($family, $type, 0);$want[0] bind(server, &address.any, length);$want[1]";
	$make .= ' listen(server, 2);' if $of->{listens};
	$make .= " for (int i = 0; i < 3; i++) mine[i] = socket($family, SOCK_STREAM, 0);";
	my $text = $head;
	for my $me (0 .. 2) {
		my $first = $of->{first}[$me];
		my @lines = map { operation($me, $of) } 0 .. rand $of->{most};
		unshift @lines, operation($me, { operations => [$first] }) if $first;
		$text .= "static void *work$me(void *arg) { BEGIN; @lines return keep(me); }\n";
	}
	return $text . $main =~ s/MAKE/$make/r;
}

1;
