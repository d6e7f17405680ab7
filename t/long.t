#!/usr/bin/perl
# What an execution of a search costs grows with the number of its events, and not faster: with ten times as many an event costs about as
# much.  Where it grew with their square, as once, it would cost ten times as much.
use strict;
use warnings;
use File::Temp ();
use FindBin;
use lib "$FindBin::Bin/lib";
use List::Util qw(min);
use Loom;
use Test::More;

my ($executions, $rounds, $most) = (20, 3, 4);
my $room = File::Temp->newdir;

# Seconds.
sub cost_of_event {
	my ($binary, $events) = @_;
	my (undef, $out) = run($room, $treadle, qw(-q -k --stats --equivalence trace --accesses all --time 0 --executions), $executions, $binary, $events);
	my ($made, $seconds) = $out =~ /^stats: (\d+) events, \d+ switches, ([\d.]+) seconds/m or die "long: no stats in:\n$out";
	return $seconds / $made;
}

for my $program (programs('long')) {
	my ($binary, $messages) = weave($program, 'gcc');
	ok($binary, "$program->{name} compiles") or BAIL_OUT($messages);
	my @pairs = map { [map { cost_of_event($binary, $_) } 10000, 100000] } 1 .. $rounds;
	my ($few, $many) = map { my $which = $_; min(map { $_->[$which] } @pairs) } 0, 1;
	cmp_ok($many, '<', $most * $few, sprintf '%s: an event costs %.2f times as much in executions of ten times as many', $program->{name}, $many / $few);
}
done_testing;
