#!/usr/bin/perl
# Deadlocks that are predicted from the order of locks and then hunted for, and lost wake-ups.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use JSON::PP qw(decode_json);
use Test::More;

my $room = File::Temp->newdir;
my $random_programs = $is_long ? 1500 : 100;

sub weave_file {
	my ($file) = @_;
	my ($name) = $file =~ m{(\w+)\.cc?$};
	my $compile = $file =~ /\.cc$/ ? 'c++' : 'cc';
	my ($status, $out, $err) = run($root, $treadle, $compile, '--compiler=gcc', '-g', '-O1', '-o', "$room/$name", $file);
	is("$status$out$err", '0', "$name compiles");
}

# Status, output and messages of treadle in a directory of its own, and that; the arguments in one string.
sub treadle {
	my ($line, $directory) = @_;
	$directory //= File::Temp->newdir;
	my @words = map { s{^\./}{$room/}r } split ' ', $line;
	return (run("$directory", $treadle, @words), $directory);
}

sub last_line { return ($_[0] =~ /^(.*)\n\z/m)[0] // '' }

# Predicted, confirmed, executions directed at them: as --stats has it.
sub hunted {
	my ($out) = @_;
	return $out =~ /^stats: (\d+) lock-order cycles predicted, (\d+) confirmed, (\d+) executions/m ? ($1, $2, $3) : (0, 0, 0);
}

my @far_apart = qw(lock_order_far_apart join_late_under_lock once_under_lock gate_for_some sem_order_far_apart wait_under_lock_far_apart);
my @harmless = qw(lock_gate lock_fork_join lock_one_thread lock_barrier rwlock_both_read trylock_backoff two_locks_ordered
		  recursive_mutex philosophers_ordered);
my @lost = qw(lost_signal c11_lost_wake_up pool_shutdown signal_wrong_waiter sync_lost_signal leaked_thread);
weave_file("t/bad/$_.c") for @far_apart, @lost, qw(three_lock_cycle sem_deadlock);
weave_file("t/bad/cpp_condition_no_predicate.cc");
weave_file("t/ok/$_.c") for @harmless;
weave_file("t/deadlocks/$_.c") for qw(bystanders handed_over random_locks raced);

# A data race that was found before keeps nobody from looking for the deadlock.
{
	my ($status, $out) = treadle('-q -s run-on ./raced');
	like($out, qr/: data race on unlocked: .*: deadlock: .*^stopped: 1 classes, 1 executions, 2 findings\n\z/ms, 'after a data race');
}

# One execution that passes is enough for a prediction, and that leads to the deadlock.
for my $name (@far_apart, 'three_lock_cycle') {
	my ($status, $out, $err, $directory) = treadle("-q --stats -s run-on ./$name");
	my ($predicted, $confirmed, $executions) = hunted($out);
	is($status, 1, "$name: found from one execution") or diag("$out$err");
	cmp_ok($confirmed, '>=', 1, "... predicted ($predicted) and confirmed");
	cmp_ok($executions, '<=', 100, "... by $executions executions");
	is(last_line($out), 'stopped: 1 classes, 1 executions, 1 findings', '... which are not counted');
	is((treadle("replay $name.trd", $directory))[0], 1, '... and it replays');
	my ($kind) = read_trace("$directory", "$directory/$name.trd")->{result}{kind};
	like($kind, qr/^(deadlock|cycle)$/, "... as $kind");
	is((treadle("-q --explain off --seed 7 -s random -n 20 ./$name"))[1], (treadle("-q --explain off --seed 7 -s random -n 20 ./$name"))[1], '... the same again');
}
is((treadle('-q --isolate fork -s run-on ./lock_order_far_apart'))[0], 1, 'found in forked children');
is((treadle('-q --self-check -s run-on ./once_under_lock'))[0], 1, 'found with the runtime checking itself');
my ($status, $out, $err) = treadle('-q ./lock_order_far_apart');
is($status, 1, 'the usual search hunts after its opening');
is(last_line($out) =~ s/\d+ classes/N classes/r, 'stopped: N classes, 1000 executions, 1 findings', '... and not later');

# A deadlock is told once, whoever else stands still by then.
for my $how ('-s portfolio -n 1000', '-s random -n 300', '-e trace') {
	($status, $out, $err) = treadle("-q --keep-going $how ./bystanders");
	my @locks = unbroken($out) =~ /^bystanders: deadlock: \w+ waits for lock locks\[(\d)\] held by \w+; \w+ waits for lock locks\[(\d)\] held by \w+$/mg;
	is("@{[sort @locks]}", '0 1 2 3', "$how: each of two deadlocks is told") or diag($out);
	like(last_line($out), qr/ 2 findings$/, '... once');
}

# What cannot be is not predicted.
for my $name (@harmless) {
	($status, $out, $err) = treadle("-q --stats -s random -n 100 ./$name");
	is($status, 0, "$name: nothing found");
	is((hunted($out))[0], 0, '... and nothing predicted') or diag($out);
}

# A prediction that is not confirmed is said, and refuted by a search that comes to its end.
($status, $out, $err) = treadle('-q -s random -n 50 ./handed_over');
is($status, 0, 'a prediction is no finding');
like($out, qr/^predicted: lock-order cycle left -> right -> left between handed_over.c:12 and handed_over.c:24; no schedule for it was found in 300 executions$/m, '... but one line');
is(last_line($out), 'stopped: 1 classes, 50 executions, 0 findings', '... and the summary is as always');
($status, $out, $err) = treadle('-q ./handed_over');
is($out, "complete: 1 classes, 1001 executions, 0 findings\n", 'a complete search refutes it');
($status, $out, $err) = treadle('-q --stats -e trace ./handed_over');
is(join(' ', hunted($out)), '0 0 0', 'a systematic search alone does not hunt');

# Lost wake-ups have the signal in the headline, and in JSON.
my %says = (lost_signal => qr/deadlock: lost wake-up: sleeper waits for woken, but the only signal came before it waited \(main at lost_signal.c:24\)/,
	    c11_lost_wake_up => qr/lost wake-up: wait_for_guest waits for arrived, but the only signal came before it waited \(main at/,
	    pool_shutdown => qr/lost wake-up: worker(#2)? waits for work, but the (only|last) broadcast came before it waited \(main at/,
	    signal_wrong_waiter => qr/lost wake-up: (put|get)(#2)? waits for changed, but the last signal (woke \S+|came before it waited) \((put|get)/,
	    sync_lost_signal => qr/lost wake-up: main waits for arrived, but the only signal came before it waited \(arrive at/,
	    leaked_thread => qr/leaked thread: lost wake-up: the program ends while logger waits for line_added, but the only signal came before/,
	    cpp_condition_no_predicate => qr/lost wake-up: main::lambda waits for \w*ready\w*, but the only signal came before it waited \(main at/);
for my $name (sort keys %says) {
	my ($status, $out, $err, $directory) = treadle("-q ./$name");
	like((split /\n/, unbroken($out))[0], qr/^$name: .*$says{$name}/, "$name: the headline");
	like(unbroken((treadle("show $name.trd", $directory))[1]), $says{$name}, '... of show');
	like(unbroken((treadle("replay $name.trd", $directory))[1]), $says{$name}, '... of replay');
	my $trace = decode_json((treadle("show --json $name.trd", $directory))[1]);
	my $lost = $trace->{result}{lost_wake_up};
	like($trace->{events}[$lost->{event} - 1]{kind}, qr/^(signal|broadcast)$/, '... and the event in JSON');
	is($trace->{threads}[$lost->{thread}]{state}, 'blocked', '... missed by who waits');
}
for my $name (qw(three_lock_cycle sem_deadlock)) {
	my ($status, $out, $err, $directory) = treadle("-q ./$name");
	is(read_trace("$directory", "$directory/$name.trd")->{result}{lost_wake_up}, undef, "$name: no wake-up was lost");
	unlike($out, qr/lost wake-up/, '... and none is said to be');
}
($status, $out) = treadle('-q ./sem_deadlock');
like(unbroken($out), qr/waits for semaphore printer, last taken by calibrate \(sem_deadlock.c:\d+\), never posted; nobody is left who could post/,
     'who took a semaphore');

# Small random programs: brute force says whether there is a deadlock; it is to be predicted from 50 executions and confirmed.
my ($real, $predicted, $confirmed, $single, $clean, $too_much, $skipped) = (0) x 7;
for my $seed (1 .. $random_programs) {
	my $all = (treadle("-q -k -e interleaving -n 20000 ./random_locks $seed"))[1];
	if (last_line($all) !~ /^complete: .* (\d+) findings$/) {
		$skipped++;
		next;
	}
	my $has = $1 > 0;
	my @counts = hunted((treadle("-q -k -s random -n 50 --stats ./random_locks $seed"))[1]);
	my $found = (treadle("-q -s run-on ./random_locks $seed"))[0];
	if (!$has) {
		$clean++;
		$too_much += $counts[0] > 0;
		is($found, 0, "random_locks $seed has no deadlock, and none is found");
		next;
	}
	$real++;
	$predicted += $counts[0] > 0;
	$confirmed += $counts[1] > 0;
	$single += $found;
	diag("random_locks $seed: not predicted") if !$counts[0];
	diag("random_locks $seed: not confirmed") if $counts[0] && !$counts[1];
}
cmp_ok($real, '>=', $random_programs / 20, "$real of $random_programs random programs have a deadlock, $skipped are too large");
is($predicted, $real, '... all predicted from 50 executions');
cmp_ok($confirmed, '>=', 0.95 * $real, "... $confirmed confirmed");
cmp_ok($single, '>=', 0.8 * $real, "... $single found from one execution");
is($too_much, 0, "nothing is predicted for the $clean without one");
done_testing;
