#!/usr/bin/perl
# Loops that wait: a systematic search notices that a thread goes round, waits for something to change, and says `complete`.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use JSON::PP ();
use Loom;
use Loops;
use Seen;
use Test::More;

my %too_large = map { $_ => 1 } qw(overtaken ticket); # for brute force
my %found = (never => qr/^never: endless execution: wait_for_ever goes on with nothing changing/m,
	     unseen => qr/^unseen: endless execution: ask goes on with nothing changing/m,
	     held => qr/^held: endless execution: /m,
	     counted_atomic => qr/^counted_atomic: assertion failed: !has_given_up/m,
	     poll_tried => qr/^poll_tried: exit status 1/m);

sub classes_of {
	my ($binary, @equivalence) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --explain off --time 60 --classes classes --equivalence), @equivalence, $binary);
	return { out => "$out$err", status => $status, list => -e "$room/classes" ? slurp("$room/classes") : 'none' };
}

for my $compiler (grep { $_ eq 'gcc' || has_weaver() } qw(gcc clang)) {
	for my $file (glob "$FindBin::Bin/spin/*.c") {
		my ($name) = $file =~ m{([^/]+)\.c$};
		my ($binary, $messages) = weave({ file => $file, name => "spin_$name", flags => [] }, $compiler);
		ok($binary, "$compiler: $name compiles") or diag($messages), next;
		my $trace = classes_of($binary, 'trace');
		like($trace->{out}, qr/^complete: (\d+) classes, \1 executions, /m, "$compiler: $name is explored completely");
		is($trace->{status}, $found{$name} ? 1 : 0, '... and nothing is found that is not there');
		like($trace->{out} =~ s/^spin_//mr, $found{$name}, '... but what is') if $found{$name};
		for my $ranks (1 .. ($is_long ? 9 : 2)) {
			is(classes_of($binary, 'trace', '--ranks', $ranks)->{list}, $trace->{list}, "... the same where turns are drawn ($ranks)");
		}
		next if $too_large{$name};
		is(classes_of($binary, 'interleaving')->{list} =~ s/ \d+$//mgr, $trace->{list} =~ s/ \d+$//mgr, '... with the classes of brute force');
	}
}

# A search goes where the schedule is always against the two threads; that is no livelock, for there is a way out.
my ($backs_off, $complaints) = weave({ file => "$FindBin::Bin/ok/try_two_locks.c", name => 'spin_try_two_locks', flags => [] }, 'gcc');
ok($backs_off, 'try_two_locks compiles') or diag($complaints);
my ($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q --equivalence trace --executions 5000), $backs_off);
is($status, 0, '... and is not taken for a livelock') or diag("$out$err");

# What goes round in memory of its own is noticed by what it has done, not by the clock, and can be replayed.
my ($alone) = weave({ file => "$FindBin::Bin/bad/livelock_alone.c", name => 'spin_livelock_alone', flags => [] }, 'gcc');
for my $equivalence (qw(trace rf)) {
	my $room = File::Temp->newdir;
	($status, $out, $err) = run($room, $treadle, '-q', '--watchdog', 0, '--time', 50, '-e', $equivalence, '--output-trace', 'a.trd', $alone);
	like($out, qr/^spin_livelock_alone: livelock: after every (?:event|\d+ events) blink is where it was before/m, "$equivalence: alone") or diag($err);
	my ($longest) = sort { $b <=> $a } map { $_->[1] } @{JSON::PP::decode_json((run($room, $treadle, qw(show --json a.trd)))[1])->{schedule}{segments}};
	cmp_ok($longest // 0, '<', 300_000_000, '... and soon');
}
# In a process's first execution, too, what it has written is known: to count is no livelock.
my ($counts) = weave({ file => "$FindBin::Bin/session/counts_alone.c", name => 'spin_counts', flags => ['-DLIMIT=400000'] }, 'gcc');
($status, $out, $err) = run(File::Temp->newdir, $treadle, 'run', $counts);
is("$status $out", "0 trace: spin_counts.trd\n", 'who counts gets on') or diag($err);
($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q -n 2), $counts);
is($err, '', '... and two executions are the same');

# To look for a livelock costs no more than the execution itself, however much memory there is to compare.
my ($remembers) = weave({ file => "$FindBin::Bin/session/counts_much_memory.c", name => 'spin_much_memory', flags => [] }, 'gcc');
($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q --strategy random -n 40 --time 60), $remembers);
like($out, qr/^stopped: 40 classes, 40 executions, 0 findings/m, 'much memory is compared seldom') or diag($err);

# Operations on a thread's own memory are no events, but the limit of these holds for them in the end.
my ($endless) = weave({ file => "$FindBin::Bin/session/counts_alone.c", name => 'spin_endless', flags => ['-DLIMIT=0'] }, 'gcc');
($status, $out, $err) = run(File::Temp->newdir, 'timeout', 10, $treadle, qw(-q -n 1 --max-events 20000), $endless);
like($out, qr/^1 execution was cut after 20000 events/m, 'who counts for ever is cut') or diag($err);

for my $compiler (grep { $_ eq 'gcc' || has_weaver() } qw(gcc clang)) {
	my ($pair) = weave({ file => "$FindBin::Bin/bad/livelock_pair.c", name => 'spin_livelock_pair', flags => [] }, $compiler);
	for my $seed (1 .. 4) {
		($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q --strategy random --time 30 --seed), $seed, $pair);
		is("$err" . ($out =~ /^(stopped.*)/m)[0], 'stopped: 1 classes, 1 executions, 1 findings', "$compiler: a pair, seed $seed: the first one replays");
	}
}
# Whether a thread spins must not depend on the order of things that do not depend on each other.
compare_many('loops', \&random_loops, 1 .. ($is_long ? 300 : 16), 90, 166);
done_testing;
