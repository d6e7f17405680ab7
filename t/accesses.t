#!/usr/bin/perl
# --accesses contended: accesses that something else orders are no events, and nothing is missed by that (rt/race/guarded.h).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Generated;
use Loom;
use Test::More;

my $room = File::Temp->newdir;

sub explored {
	my ($binary, @options) = @_;
	my ($status, $out, $err) = run($room, $treadle, qw(-q --equivalence trace --stats --time 60), @options, $binary);
	my ($events) = $out =~ /^stats: (\d+) events/m;
	my ($last) = $out =~ /^(.*)\n\z/m;
	return { status => $status, events => $events // 0, last => $last // $err, out => $out };
}

sub woven {
	my ($name) = @_;
	my ($status, $out, $err) = run("$FindBin::Bin/accesses", $treadle, qw(cc --compiler=gcc -g -O1 -Wall -Wextra -o), "$room/$name", "$name.c");
	is("$status$out$err", '0', "$name compiles");
	return "$room/$name";
}

# As many orders, with fewer events.
sub check_table {
	my $table = woven('table');
	my ($all, $contended) = map { explored($table, '--accesses', $_) } qw(all contended);
	is($contended->{last}, $all->{last}, 'a table under a lock: as many orders');
	is($contended->{last}, 'complete: 90 classes, 90 executions, 0 findings', '... all of them');
	cmp_ok(10 * $contended->{events}, '<', $all->{events}, "... with $contended->{events} events instead of $all->{events}");
	is(explored($table)->{events}, $contended->{events}, '... without being asked');
	is(explored($table, qw(--races off))->{events} <=> $contended->{events}, 1, '... but not where races are not looked for');
	is(explored($table, qw(--races off --accesses contended))->{events}, $contended->{events}, '... unless it is asked for');
	is(explored($table, qw(-j 2))->{last}, $all->{last}, '... with two workers');
}

# What orders more than a search knows of is noticed, and all accesses are events.
sub check_refused {
	for (['stretches', qr/atomic stretches exclude each other, whatever they do \(.*:\d+\)/],
	     ['pipes', qr/threads may learn of each other by descriptors \(.*pipes\.c:\d+\)/],
	     ['cancelled', qr/a thread is cancelled \(.*cancelled\.c:\d+\)/]) {
		my ($name, $words) = @$_;
		my $binary = woven($name);
		my ($all, $contended) = map { explored($binary, '--keep-going', '--accesses', $_) } qw(all contended);
		is($contended->{last}, $all->{last}, "$name: nothing is missed");
		is($contended->{status}, 1, '... for there is something to find');
		like($contended->{out}, qr/^all accesses to shared memory were events: $words$/m, '... and it is said why');
		unlike($all->{out}, qr/were events/, '... unless that was asked for');
	}
}

# That threads read the same constants is nothing they notice, so that brute force has no orders to try.
sub check_constants {
	my $binary = woven('constants');
	is(explored($binary, qw(--accesses all))->{last}, 'complete: 1 classes, 1 executions, 0 findings', 'constants are not shared');
	my ($status, $out) = run($room, $treadle, qw(-q --races off --equivalence interleaving), $binary);
	is($out, "complete: 1 classes, 1 executions, 0 findings\n", '... nor for brute force');
}

sub check_generated {
	my ($binary, $features, $count, @how) = @_;
	my $same = 0;
	for my $seed (1 .. $count) {
		my ($mode, @arguments) = ("trace --accesses contended@how", '--features', $features, $seed);
		my $result = compare($binary, $mode, @arguments);
		next if $result->{skipped};
		@{$result->{faults}} ? fail("$mode: random_program @arguments") : $same++;
		diag(difference($result, $binary, $mode, @arguments)) if @{$result->{faults}};
	}
	cmp_ok($same, '>', 0.6 * $count, "$features: $same of $count programs agree");
}

sub check_usage {
	for ([qw(--accesses contended --reduce pv)], [qw(--accesses contended --equivalence rf)], [qw(--accesses contended --strategy random)]) {
		my ($status, $out, $err) = run('/', $treadle, @$_, '/bin/true');
		is($status, 64, "@$_ is refused");
		is("$out$err", "treadle: --accesses contended is for the usual search and --equivalence trace, without --reduce\n", '... in a line');
	}
}

check_table();
check_refused();
check_constants();
my ($binary) = build_generator('gcc');
my $count = $is_long ? 100 : 12;
check_generated($binary, $_, $count)
	for 'guarded', 'guarded,memory', 'guarded,conditions', 'guarded,semaphores,branches', 'guarded,rwlocks', 'guarded,atomics', 'guarded,timed', 'guarded,threads,onces';
check_generated($binary, 'guarded,memory,locks', $count, ' --self-check');
check_generated($binary, 'guarded,conditions', $count, ' -j 3');
check_usage();
done_testing;
