#!/usr/bin/perl
# Small random programs whose threads read, write, close and poll pipes, socket pairs and eventfds: a search by `trace` must
# come to the classes of brute force, each once, and its threads must have seen what they see there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Pipes;
use Seen;
use Test::More;

my $programs = $is_long ? 60 : 10;
my $first = $ENV{TREADLE_SEED} // 1;

my %kinds = (
	pipes => { kinds => ['pipe'], names => ['in', 'out'], most => 3, operations => [qw(read write write close)] },
	pairs => { kinds => ['pair'], names => ['in', 'in', 'out'], most => 2, operations => [qw(read write write close)] },
	eventfds => { kinds => ['pipe'], names => ['in'], most => 3, events => 1, operations => [qw(read write add add count)] },
	polls => { kinds => ['pipe', 'pair'], names => ['in', 'out'], most => 2,
		   operations => [qw(read write write close look wait select)] },
	patience => { kinds => ['pipe'], names => ['in', 'out'], most => 2, events => 1,
		      operations => [qw(write read patience look add count)] },
	epolls => { kinds => ['pipe', 'pair'], names => ['in', 'out'], most => 2, epoll => 1,
		    operations => [qw(read write write close watch)] },
);

for my $kind (sort keys %kinds) {
	next if @ARGV && !grep { $_ eq $kind } @ARGV;
	compare_many($kind, sub { random_pipes($_[0], $kinds{$kind}) }, $first .. $first + $programs - 1);
}
done_testing;
