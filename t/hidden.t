#!/usr/bin/perl
# Threads that share what is no memory: files, their names, streams, what the C library remembers.  A search by `trace`, and by `rf`, must show them all
# that brute force does, in small random programs.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Hidden;
use Loom;
use Test::More;

my $programs = $is_long ? 40 : 5;
my $first = $ENV{TREADLE_SEED} // 1;

my %kinds = (
	descriptors => [['descriptor'], 3], opened => [['opened'], 3], both => [['descriptor', 'opened'], 3], readers => [['readers'], 3],
	names => [['names'], 3], streams => [['stream'], 3], memory => [['memory', 'library'], 3], library => [['library'], 3],
	more_streams => [['streams'], 3], linked => [['linked'], 3],
	mixed => [['descriptor', 'opened', 'names', 'stream', 'memory', 'library'], 3], logs => [['log', 'library'], 2],
);

for my $kind (sort keys %kinds) {
	next if @ARGV && !grep { $_ eq $kind } @ARGV;
	compare_hidden($kind, @{$kinds{$kind}}, $first .. $first + $programs - 1);
}
done_testing;
