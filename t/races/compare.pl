#!/usr/bin/perl
# Compares the race detector with HappensBefore.pm on random programs: compare.pl [FIRST [LAST]]
#
#   --mode NAME       trace or interleaving (trace)
#   --runs N          so many single executions of each program are looked at (5)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Getopt::Long;
use RaceOracle;

my ($mode, $runs) = ('trace', 5);
GetOptions('mode=s' => \$mode, 'runs=i' => \$runs) or die "usage: compare.pl [options] FIRST [LAST]\n";
my ($first, $last) = ($ARGV[0] // 1, $ARGV[1] // $ARGV[0] // 50);
my $binary = build_random_races();
my %count = (same => 0, skipped => 0, different => 0, races => 0);
$| = 1;
for my $seed ($first .. $last) {
	my $result = compare_races($binary, $mode, $runs, $seed);
	$count{$result->{skipped} ? 'skipped' : @{$result->{faults}} ? 'different' : 'same'}++;
	$count{races} += $result->{races} // 0;
	print "seed $seed: $_\n" for @{$result->{faults}};
}
print "$count{same} the same, $count{skipped} skipped, $count{different} different, $count{races} races\n";
exit($count{different} ? 1 : 0);
