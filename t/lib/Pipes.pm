# Small random programs whose threads talk through pipes, pairs of sockets and eventfds, and note what they see.
#
# A program leaves a line with all that its threads saw in the file "seen", so that what a search has seen can be compared with
# what trying every order sees, whatever either takes for a class.
package Pipes;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(random_pipes);

my $head = <<'END';
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
static void note(char *me, const char *what, long count, const char *bytes)
{
	sprintf(me + strlen(me), " %s%ld%.*s", what, count, count > 0 ? (int)count : 0, bytes);
}
static void take(char *me, int fd, size_t size)
{
	char bytes[8] = "";
	ssize_t count = read(fd, bytes, size);
	note(me, "r", count < 0 ? -errno : count, bytes);
}
static void put(char *me, int fd, const char *bytes)
{
	ssize_t count = write(fd, bytes, strlen(bytes));
	if (count < 0) note(me, "w", -errno, "");
}
static void add(int fd, uint64_t value) { (void)!write(fd, &value, sizeof value); }
static void count(char *me, int fd)
{
	uint64_t value = 0;
	ssize_t size = read(fd, &value, sizeof value);
	note(me, "e", size < 0 ? -errno : (long)value, "        ");
}
static void look(char *me, int a, int b, int timeout)
{
	struct pollfd set[2] = {{.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN}};
	int ready = poll(set, b < 0 ? 1 : 2, timeout);
	note(me, "p", ready * 10000 + set[0].revents * 100 + (b < 0 ? 0 : set[1].revents), "");
}
static void pick(char *me, int a, int b, int waits)
{
	fd_set set;
	FD_ZERO(&set);
	FD_SET(a, &set);
	FD_SET(b, &set);
	int ready = select((a > b ? a : b) + 1, &set, NULL, NULL, waits ? NULL : &(struct timeval){0, 0});
	note(me, "s", ready < 0 ? -1 : ready * 100 + FD_ISSET(a, &set) * 10 + FD_ISSET(b, &set), "");
}
static void watch(char *me, int set, int timeout)
{
	struct epoll_event ready[4];
	int got = epoll_wait(set, ready, 4, timeout);
	note(me, "E", got, "");
	for (int i = 0; i < got; i++) note(me, ":", (long)ready[i].data.u32, "          ");
}
static void want(int set, int fd, unsigned name, unsigned how)
{
	struct epoll_event event = {.events = EPOLLIN | how, .data.u32 = name};
	epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}
#define BEGIN char me[256] = ""; struct ends { unsigned char in[2], out[2], events, set; } of; memcpy(&of, &arg, sizeof of)
END

my %ends = (pipe => { in => [['of.in[0]'], ['of.in[1]']], out => [['of.out[0]'], ['of.out[1]']] },
	    pair => { in => [['of.in[0]', 'of.in[1]'], ['of.in[0]', 'of.in[1]']], out => [['of.out[0]'], ['of.out[1]']] });

sub any { return $_[rand @_] }

# One operation, by what may be used.
sub operation {
	my ($me, $kind, $of) = @_;
	my $which = any(@{$of->{names}});
	my ($from, $to) = map { any(@{$ends{$kind}{$which}[$_]}) } 0, 1;
	my $size = 1 + int rand 2;
	my $bytes = ('a' .. 'c')[$me] x $size;
	my ($one, $two) = (any(@{$ends{$kind}{in}[0]}), $of->{events} ? 'of.events' : any(@{$ends{$kind}{out}[0]}));
	my %make = (
		read => "take(me, $from, $size);", write => qq{put(me, $to, "$bytes");}, close => 'close(' . any($from, $to) . ');',
		add => "add(of.events, $size);", count => 'count(me, of.events);',
		look => "look(me, $one, " . any(-1, $two) . ', 0);', wait => "look(me, $one, $two, -1);",
		patience => "look(me, $one, -1, 5);", select => "pick(me, $one, $two, " . int(rand 2) . ');',
		watch => 'watch(me, of.set, ' . any(0, -1) . ');');
	return $make{any(@{$of->{operations}})};
}

my $main = <<'END';
int main(void)
{
	pthread_t threads[3];
	void *seen[3] = {"", "", ""};
	int in[2], out[2], events, set = 0;
	signal(SIGPIPE, SIG_IGN);
	MAKE
	void *ends = (void *)(in[0] | in[1] << 8 | out[0] << 16 | (long)out[1] << 24 | (long)events << 32 | (long)set << 40);
	void *(*work[])(void *) = {work0, work1, work2};
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work[i], ends);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], &seen[i]);
	dprintf(open("seen", O_CREAT | O_WRONLY | O_APPEND, 0600), "%s |%s |%s\n", (char *)seen[0], (char *)seen[1], (char *)seen[2]);
	return 0;
}
END

# The program's text; of: kinds (pipe, pair: what `in` is), operations (names, with repetitions), most (of them in a thread), names
# (in, out: what they are about), events (polls are about the eventfd), epoll (there is a set).
sub random_pipes {
	my ($seed, $of) = @_;
	srand($seed);
	my $kind = any(@{$of->{kinds}});
	my $flags = any(0, 0, 'O_NONBLOCK');
	my $make = $kind eq 'pair' ? 'socketpair(AF_UNIX, SOCK_STREAM, 0, in);' : "pipe2(in, $flags);";
	$make .= ' pipe(out); events = eventfd(0, ' . any(0, 'EFD_SEMAPHORE', 'EFD_NONBLOCK') . ');';
	$make .= ' set = epoll_create1(0); want(set, in[0], 1, ' . any(0, 'EPOLLET', 'EPOLLONESHOT') . '); want(set, out[0], 2, 0);'
		if $of->{epoll};
	my $text = $head;
	for my $me (0 .. 2) {
		my @lines = map { operation($me, $kind, $of) } 0 .. rand $of->{most};
		$text .= "static void *work$me(void *arg) { BEGIN; @lines return keep(me); }\n";
	}
	return $text . $main =~ s/MAKE/$make/r;
}

1;
