#!/usr/bin/perl
# The bugs of the examples are found, and the queue of the tutorial has none left once it is mended as the README says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my %expected = (queue => 'assert', pool => 'deadlock|cycle', cache => 'use-after-free|double-free', logger => 'deadlock');

# Compiles and explores the sources of a directory; the status and what was found.
sub explore_sources {
	my ($room, @sources) = @_;
	my $command = grep(/\.cc$/, @sources) ? 'c++' : 'cc';
	my ($failed, $out, $err) = run("$room", $treadle, $command, '-g', '-O1', '-o', 'test', @sources);
	is("$failed$out$err", '0', "compiles @sources") or return -1;
	my ($status, $report) = run("$room", $treadle, './test');
	return ($status, $report, $status == 1 ? read_trace("$room", 'test.trd')->{result}{kind} : 'nothing');
}

for my $name (sort keys %expected) {
	my $room = File::Temp->newdir;
	my ($status, $report, $kind) = explore_sources($room, sort glob("$root/examples/$name/*.c $root/examples/$name/*.cc"));
	is($status, 1, "$name: a bug is found");
	like($kind, qr/^($expected{$name})$/, "$name: $expected{$name}") or diag($report);
}

my $room = File::Temp->newdir;
my ($edit) = slurp("$root/README.md") =~ /^(sed -i .*)$/m;
run("$room", 'sh', '-c', "cp $root/examples/queue/* . && $edit");
my ($status, $report) = explore_sources($room, 'queue.c', 'queue_test.c');
is($status, 0, 'queue: nothing is found after the change of the README') or diag($report);
done_testing;
