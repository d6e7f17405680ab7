#!/usr/bin/perl
# Small random programs whose threads bind, listen, connect, accept, send, receive and close: a search by `trace` must come to the
# classes of brute force, each once, and its threads must have seen what they see there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Seen;
use Sockets;
use Test::More;

my $programs = $is_long ? 30 : 6;
my $most = $is_long ? 2 : 1; # operations of a thread, less one
my $first = $ENV{TREADLE_SEED} // 1;

my %kinds = (
	met => { first => ['accept', 'connect', 'connect'], listens => 1, most => $most,
		 operations => [qw(send receive answer hear close shut)] },
	late => { first => ['listen', 'connect', 'connect'], most => $most, operations => [qw(accept send receive hear look close)] },
	shared => { first => ['accept', 'accept', 'connect'], listens => 1, most => $most, operations => [qw(connect send answer hear look)] },
	shut => { first => ['accept', 'finish', 'connect'], listens => 1, most => $most, operations => [qw(hear hear close send)] },
	taken => { first => ['bind', 'bind', 'listen'], most => $most, operations => [qw(bind connect listen close)] },
	epolls => { first => ['watch', 'connect', 'connect'], listens => 1, epoll => 1, most => $most,
		    operations => [qw(accept want want watch send hear close)] },
	early => { first => ['want', 'want', 'listen'], epoll => 1, most => $most, operations => [qw(watch connect connect send accept)] },
	left => { first => ['leave', 'connect', 'connect'], listens => 1, most => $most, operations => [qw(accept send receive look)] },
);

# Programs that show what others do not; found by making the mistake: sets that lose a socket when it is bound, and connections that end
# before they are accepted.
my @telling = (['early', 14, 1], ['early', 25, 1], ['left', 2, 2]);

for my $kind (sort keys %kinds) {
	next if @ARGV && !grep { $_ eq $kind } @ARGV;
	compare_many($kind, sub { random_sockets($_[0], $kinds{$kind}) }, $first .. $first + $programs - 1);
	for (grep { $_->[0] eq $kind } @telling) {
		my (undef, $seed, $size) = @$_;
		compare_many("$kind of size $size", sub { random_sockets($_[0], { %{$kinds{$kind}}, most => $size }) }, $seed);
	}
}
done_testing;
