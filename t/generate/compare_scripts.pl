#!/usr/bin/perl
# Compares the search with brute force on many random programs out of <treadle/sync.h>: compare_scripts.pl FIRST LAST [family...]
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Loom;
use Scripts;

my ($first, $last, @families) = @ARGV;
die "usage: compare_scripts.pl FIRST LAST [family...]\n" if !defined $last;
my ($binary, $messages) = weave({ file => "$root/t/generate/sync_script.c", name => 'sync_script', flags => [] }, 'gcc');
die $messages if !$binary;
my %count = (same => 0, skipped => 0, different => 0);
for my $seed ($first .. $last) {
	my @scripts = random_scripts($seed, @families);
	my $faults = compare_scripts($binary, @scripts);
	$count{!defined $faults ? 'skipped' : $faults eq '' ? 'same' : 'different'}++;
	print "$seed: sync_script ", join(' ', map { "'$_'" } @scripts), "\n    $faults\n" if $faults;
}
print "$count{same} the same, $count{skipped} skipped, $count{different} different\n";
exit($count{different} ? 1 : 0);
