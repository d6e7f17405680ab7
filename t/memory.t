#!/usr/bin/perl
# What a search keeps in memory does not grow with the number of executions, nor with that of the classes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $room = File::Temp->newdir;
my ($status, $out, $err) = run("$room", $treadle, 'cc', '-g', '-o', 'readers', "$root/examples/figures/readers.c");
is($status, 0, 'readers compiles') or BAIL_OUT($err);

# In kB, at most.
sub peak {
	my ($readers) = @_;
	my ($status, $out) = run("$room", $treadle, '--quiet', '--stats', '--equivalence', 'trace', './readers', $readers);
	like($out, qr/^complete: ${\2 ** $readers} classes/m, "readers $readers is explored");
	return $out =~ /(\d+) kB at most/ ? $1 : die "memory: readers $readers says nothing of it: $out";
}

my ($few, $many) = (peak(14), peak(16));
cmp_ok($many, '<', 1.1 * $few, "4 times as many classes take as much memory: $few kB, $many kB");
done_testing();
