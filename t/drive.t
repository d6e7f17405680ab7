#!/usr/bin/perl
# treadle drive.  Random walks through random programs: in every state the threads that can run, and what each would do next, are those of a
# model; a move that is taken back leaves what was there before.  Random scripts are allowed up to the line where the model stops.  Then the
# commands as text and as JSON, choices, what is saved, and how it ends.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Drives;
use File::Temp ();
use Loom;
use Places;
use Test::More;

my $programs = $is_long ? 200 : 8;
my $first = $ENV{TREADLE_SEED} // 1;
my $room = File::Temp->newdir;

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', "$room/$name" or die "$name: $!";
	print $out $text;
	close $out or die;
}

sub build {
	my ($name, $source) = @_;
	my ($status, undef, $messages) = run($room, $treadle, qw(cc -g -O0), "-I$root/include", '-o', $name, $source);
	is($status, 0, "$name compiles") or BAIL_OUT($messages);
}

# Main touches the variables first, so that no access of another thread is private.
my @drawn = grep { !grep { $_->{op} eq "A" } map { @$_ } @{$_->{bodies}} } map { draw_program($_) } $first .. $first + $programs - 1;
write_file('drawn.c', c_text(@drawn) =~ s/int seed = /v0 = v1 = 0; int seed = /r);
build('drawn', 'drawn.c');
build($_, "$root/t/bad/$_.c") for qw(lost_update lost_signal choose_input signal_wrong_waiter sem_timedwait_ignored);
build('deadline_poll', "$root/t/ok/deadline_poll.c");

# What differs between a state and the model, or undef.
sub difference {
	my ($state, $model) = @_;
	my $expected = model_state($model);
	my $ended = $state->{ended} && ($state->{ended}{kind} =~ s/^cycle$/deadlock/r);
	return ($ended // 'nothing') eq $expected->{ended} ? undef : "ended " . ($ended // 'not') . ", not $expected->{ended}" if $expected->{ended};
	return "ended $ended" if $ended;
	for my $i (0 .. $#{$expected->{threads}}) {
		my ($thread, $wanted) = ($state->{threads}[$i], $expected->{threads}[$i]);
		return "thread $i can run or not" if ($thread->{can_run} ? 1 : 0) != $wanted->{can_run};
		my $is_in_body = $thread->{next} && $thread->{next}{op} !~ /^(begin|exit|join)$/;
		my $line = $is_in_body ? $thread->{next}{line} : 0;
		return "thread $i is at line $line" if $line != ($wanted->{line} // 0);
	}
	return undef;
}

# Without the events that a move has made.
sub standing {
	my ($state) = @_;
	return JSON::PP->new->canonical->encode({ map { $_ => $state->{$_} } qw(step event_count threads choice ended) });
}

# Back to a state of this walk, by `undo` or by `back`, and forward again: nothing may have changed.
sub there_and_back {
	my ($drive, $states, $moves) = @_;
	my $to = int rand $#$states;
	my $state = ask($drive, rand() < 0.5 ? { undo => $#$states - $to } : { back => $states->[$to]{event_count} });
	return "a move taken back is another state than before it" if standing($state) ne standing($states->[$to]);
	$state = ask($drive, { run => $_ }) for @$moves[$to .. $#$moves];
	return standing($state) eq standing($states->[-1]) ? undef : 'the same moves lead to another state';
}

sub walk {
	my ($program) = @_;
	my ($drive, $start) = drive_open($room, './drawn', $program->{seed});
	my @states = ask($drive, { run_on => 0 });
	my ($model, @moves, $wrong) = (model_begin($program));
	while (!defined($wrong = difference($states[-1], $model)) && !$states[-1]{ended}) {
		my @can = map { $_->{id} } grep { $_->{can_run} } @{$states[-1]{threads}};
		push @moves, $can[rand @can];
		model_step($model, $moves[-1]);
		push @states, ask($drive, { run => $moves[-1] });
		$wrong = there_and_back($drive, \@states, \@moves) if rand() < 0.3;
		last if defined $wrong;
	}
	drive_close($drive);
	return (scalar @states, defined $wrong ? "program $program->{seed}, moves @moves: $wrong" : ());
}

srand $first;
my ($states, @wrong) = (0);
for my $program (@drawn) {
	my ($count, @more) = walk($program);
	$states += $count;
	push @wrong, @more;
}
is(join("\n", @wrong), '', 'in each state the threads that can run, and what they do next, are those of the model');
cmp_ok($states, '>', 10 * $programs, "walks have many states ($states)");

# Lines `T1@drawn.c:12` one after the other: the thread runs up to the line and does it.  The number of the line that cannot be done, 0: none.
sub first_wrong_line {
	my ($program, @lines) = @_;
	my $model = model_begin($program);
	for my $i (0 .. $#lines) {
		my ($thread, $line) = @{$lines[$i]};
		my $is_done;
		while (!$is_done) {
			my $state = model_state($model);
			return $i + 2 if $state->{ended} || !$state->{threads}[$thread]{can_run};
			$is_done = ($state->{threads}[$thread]{line} // 0) == $line;
			model_step($model, $thread);
		}
	}
	return 0;
}

sub draw_script {
	my ($program) = @_;
	return map {
		my $i = int rand @{$program->{bodies}};
		[$i + 1, $program->{bodies}[$i][rand @{$program->{bodies}[$i]}]{line}]
	} 1 .. 3;
}

my %counts;
@wrong = ();
for my $program (@drawn, @drawn) {
	my @lines = draw_script($program);
	write_file('script', join "\n", 'r 0', map { "T$_->[0]\@drawn.c:$_->[1]" } @lines);
	my ($status, $out, $err) = run($room, $treadle, qw(drive --script script -o script.trd ./drawn), $program->{seed});
	unlink "$room/script.trd";
	my $expected = first_wrong_line($program, @lines);
	my $said = $out =~ /^allowed/ ? 0 : $out =~ /^not allowed: line (\d+): / ? $1 : -1;
	$counts{$said > 0 ? 'not allowed' : 'allowed'}++;
	push @wrong, "program $program->{seed}, " . join(' ', map { "T$_->[0]:$_->[1]" } @lines) . ": $expected, said $said $err" if $said != $expected;
	push @wrong, "status $status of $out" if $said ? $status != 2 : $status > 1;
}
is(join("\n", @wrong), '', 'scripts are allowed as far as the model goes');
is(scalar keys %counts, 2, 'some are allowed, some are not');

# Scripts by hand: a lost update.
sub script {
	my ($program, @lines) = @_;
	write_file('script', join "\n", @lines);
	unlink glob "$room/*.trd";
	return run($room, $treadle, qw(drive --script script -o one.trd), "./$program");
}

my @lost = ('# both read, then both write', 'r 0', 'T1 read counter', 'adder#2 read:counter', 'T1 write counter', 'T2@lost_update.c:12');
my ($status, $out, $err) = script('lost_update', 'strict', @lost);
is($status, 1, 'a script that leads to a failure') or diag $out, $err;
like($out, qr/^allowed\nbehind event 9 the threads go on by themselves\n.*assertion failed: counter == 2.*trace: one\.trd$/s, '... says so');
my ($replayed, $same) = run($room, $treadle, qw(replay one.trd));
is($replayed, 1, '... and its trace can be replayed');
like($same, qr/same failure/, '... to the same failure');
is((script('lost_update', 'strict', @lost))[1], $out, 'twice the same bytes');
($status, $out) = script('lost_update', 'r 0', 'T1 write counter', 'T2 write counter');
is($status, 0, 'without `strict` reads are passed') or diag $out;
($status, $out) = script('lost_update', 'strict', 'r 0', 'T1 write counter', 'T2 read counter');
is($status, 2, 'with `strict` they are not, where a line names a read');
like($out, qr/^not allowed: line 3: adder would read counter = 0 at lost_update\.c:12 before it comes to write:counter\n/, '... with the reason');
($status, $out) = script('lost_signal', 'r 0 to lost_signal.c:24', 'T1 lock lock');
is($status, 2, 'a lock that is held');
like($out, qr/^not allowed: line 2: sleeper waits for lock lock held by main\n.*  0   main +signal woken/s, '... and where it stops');
($status, $out) = script('lost_signal', 'r 0', 'r 1', 'T1 unlock lock');
is($status, 2, 'behind the end');
like($out, qr/^not allowed: line 3: the execution has ended: .*deadlock/, '... of the execution');
for my $wrong (['r', qr/script:2: say r N/], ['T1 dance lock', qr/script:2: .*'dance' is no operation/], ['jump', qr/script:2: 'jump'/], ['c x', qr/script:2: 'x'/],
	       ['T1@', qr/script:2: .*which place/], ['strict', qr/script:2: strict: no line/], ['u 1 2', qr/script:2: one number/]) {
	($status, $out, $err) = script('lost_update', 'r 0', $wrong->[0]);
	is("$status$out", '2', "a script with '$wrong->[0]' is refused");
	like($err, $wrong->[1], '... with its line');
}

# As text.
sub text {
	my ($program, $lines, @options) = @_;
	write_file('lines', $lines);
	return run($room, 'sh', '-c', 'exec "$@" <lines', 'sh', $treadle, 'drive', @options, "./$program");
}
($status, $out) = text('lost_update', "r 0\n1\n1\n2\nl\nT2 write counter\nr 1\nr 2\n0\n0\nw left.trd\nr 0\nw\nu\nq\n");
like($out, qr/^2> 1\n  event 5    adder: read counter = 0  at adder \(lost_update\.c:12\)\n \(  0\)  main     waits for adder to end  /m, 'a move, and where it leads');
like($out, qr/^    1   adder    write counter \(now 0\) +adder \(lost_update\.c:12\)$/m, 'what a thread would do next');
like($out, qr/^from here on by itself: lost_update: assertion failed.*\ntrace: left\.trd$/m, 'saved in the middle, it runs on');
like($out, qr/^the execution has ended: .*assertion failed: counter == 2/m, 'it fails');
like($out, qr/^it ends: lost_update: assertion failed.*\ntrace: lost_update\.trd$/m, 'saved at its end');
is($status, 0, 'a failure that was taken back is none');
is((text('lost_update', "r 0\n1\n1\nr 2\nr 1\nr 0"))[0], 1, 'one that was not is, also where input ends');
is((run($room, $treadle, 'replay', $_))[0], 1, "$_ can be replayed") for qw(left.trd lost_update.trd);
($status, $out) = text('lost_update', "9\nr 0 to nowhere.c:3\nT1 lock lock\nu\ng 99\nc 0\nstrict\nwhat\nr 0\nr 0\n");
my @refused = $out =~ /^no: (.*)$/mg;
is(scalar @refused, 9, 'nine things that cannot be done') or diag $out;
like($out, qr/^0> r 0\n  event 2 /m, '... and change nothing');

# Choices.
my ($drive, $state) = drive_open($room, './choose_input');
$state = ask($drive, { run_on => 0 });
is_deeply([@{$state->{choice}}{qw(thread outcomes)}, @{$state->{choice}{words}}], [0, 3, map { "choose → $_" } 0 .. 2], 'a choice and its outcomes');
is(scalar(grep { $_->{can_run} } @{$state->{threads}}), 0, 'at a choice no thread can run');
like(ask($drive, { run => 0 })->{error}, qr/choice/, '... also not if it is told to');
like(ask($drive, { choose => 3 })->{error}, qr/0 to 2/, 'an outcome that there is not');
is(ask($drive, { choose => 2 })->{did}[0]{words}, 'choose → 2', 'an outcome');
drive_close($drive);
($drive, $state) = drive_open($room, './signal_wrong_waiter');
$state = ask($drive, { run_on => $_ }) for 0 .. 3;
is_deeply($state->{choice}{words}, ['signal changed → wakes get', 'signal changed → wakes get#2'], 'who is woken is a choice');
is(ask($drive, { choose => 1 })->{threads}[1]{can_run} ? 1 : 0, 0, 'the other one still waits');
drive_close($drive);

# Waits that give up.
($drive, $state) = drive_open($room, './sem_timedwait_ignored');
$state = ask($drive, { run_on => 0 });
is_deeply([@{$state->{threads}[0]}{qw(state can_run waits_for)}], ['timed', JSON::PP::true(), 'waits for semaphore done'], 'a wait with a limit');
$state = ask($drive, { run => 0 });
is($state->{did}[0]{words}, 'take done: timed out', '... gives up when it is told to go on');
is_deeply([$state->{threads}[0]{state}, @{$state->{threads}[0]{next}}{qw(op object value)}], [qw(runnable read result 0)], '... and waits no more');
is(ask($drive, { run_on => 0 })->{ended}{kind}, 'assert', '... to a failure');
is(drive_close($drive), 1, '... in which it is left');
($drive, $state) = drive_open($room, './deadline_poll');
$state = ask($drive, { run_on => 0 });
is(join(', ', map { $_->{words} } @{ask($drive, { run => 0 })->{did}}), 'poll fd 5: timed out', "poll gives up, time $_") for 1 .. 3;
drive_close($drive);

# An atomic section is one operation.
write_file('section.c', <<'END');
#include <pthread.h>
#include <treadle/treadle.h>
static int a;
static void *add(void *arg) { treadle_atomic_begin(); a++; treadle_atomic_end(); return arg; }
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, add, NULL);
	add(NULL);
	return pthread_join(thread, NULL);
}
END
build('section', 'section.c');
($drive, $state) = drive_open($room, './section');
$state = ask($drive, { run => 0 });
is(join(', ', map { $_->{words} } @{ask($drive, { run => 0 })->{did}}), 'atomic section begins, read a = 0, write a = 1', 'an atomic section is one step');
drive_close($drive);

# JSON.
($drive, $state) = drive_open($room, './lost_update');
my $before = standing($state);
for my $line ('', '[]', '{}', '{"run": 0, "undo": 1}', '{"run": 7}', '{"run": -1}', '{"run": 1.5}', '{"jump": 1}', '{"undo": 0}', '{"undo": 1}', '{"choose": 0}',
	      '{"until": {"thread": 0}}', '{"until": {"thread": 0, "place": ","}}', '{"save": 3}', '{"save": ""}', '{"quit": 1}', '{"run": 0', "\xff", '{"run":0} x',
	      '{"save": "/nowhere/at/all.trd"}') {
	my $answer = ask($drive, $line);
	ok($answer && length $answer->{error} && keys %$answer == 1, "an error: $line");
	is(standing(ask($drive, { state => JSON::PP::true() })), $before, '... that changes nothing');
}
$state = ask($drive, { run_on => 'main' });
$state = ask($drive, { until => { thread => 1, place => 'write:counter' } });
is_deeply([@{$state->{threads}[1]{next}}{qw(op object value file line function)}], ['write', 'counter', '0', 'lost_update.c', 12, 'adder'], 'until a place')
	if $state->{threads}[1]{next}{file} =~ s{.*/}{};
is_deeply([@{$state->{threads}[0]}{qw(state can_run waits_for)}], ['blocked', JSON::PP::false(), 'waits for adder to end'], 'one that waits');
$state = ask($drive, { do => { thread => 'adder#2', place => 'write:counter' } });
is($state->{did}[-1]{words}, 'write counter = 1', 'up to and with a place');
is(scalar @{ask($drive, { events => JSON::PP::true() })->{events}}, $state->{event_count}, 'all events');
my $saved = ask($drive, { save => 'saved.trd' });
is_deeply([@$saved{qw(saved ran_on)}, $saved->{ended}{kind}], ['saved.trd', JSON::PP::true(), 'assert'], 'saved');
is(ask($drive, '{"quit": true}'), undef, 'quit has no answer');
is(drive_close($drive), 0, '... and the state that was left is no failure');
is((run($room, $treadle, qw(replay saved.trd)))[0], 1, 'what was saved can be replayed');

# How it ends otherwise.
($drive, $state) = drive_open($room, './lost_update');
kill 'INT', $drive->{pid};
is(drive_close($drive), 2, 'an interrupt ends it');
like(slurp("$room/stderr"), qr/interrupted/, '... with a word');
write_file('input', "7\n");
is((text('lost_update', '', '--input', 'none'))[0], 2, 'input that is not there');
is((text('lost_update', '', '--input', 'input'))[0], 0, 'input for the program');
is((run($room, $treadle, qw(drive --json --script script ./lost_update)))[0], 64, '--json and --script');
is((run($room, $treadle, 'drive'))[0], 64, 'no program');
is((run($room, $treadle, qw(drive --script none ./lost_update)))[0], 2, 'no script');
done_testing;
