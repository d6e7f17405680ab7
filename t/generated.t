#!/usr/bin/perl
# Small random programs: what `--equivalence trace` and `rf` find is what brute force finds, each class once, and what a model of
# the program says it can come to.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Generated;
use Loom;
use Test::More;

my $programs = $is_long ? 1000 : 72;

# Everything that is not drawn unless it is asked for.
my $on_request = 'timed,assumes,checks';

# What the search by reads-from promises to be complete for; for the others it says `bounded`.
my $complete_by_rf = 'memory,atomics,locks,semaphores,rwlocks,barriers,onces,branches,conditions,choices';

# What the listing of a program can have, and how many threads besides main.
my @words = qw(read write write-sum fill move atomic-load atomic-store fetch-add exchange compare-exchange lock try-lock unlock
	       post wait try-wait get-value cond-until cond-wait cond-token cond-signal cond-broadcast read-lock try-read-lock
	       write-lock try-write-lock rw-unlock meet once skip-if-odd create join choose);
my @on_request = qw(timed-lock timed-wait cond-timed-wait assume check);

# Programs that show what few others do: how often to try (several workers are not always equally fast), the mode, how many classes
# the program has, which one it is, and what it shows.  Each was found by making the mistake and comparing some thousand programs.
my @telling = (
	[1, 'trace', 45, '--drop 1.0,2.2,3.1,3.2 --threads 4 --operations 3 --features memory,atomics 802',
	 'continuations have in them what wakes those who are asleep'],
	[1, 'trace', 60, '--drop 1.2,3.0,3.2,4.1,4.2 --threads 4 --operations 3 --features memory,atomics 296', '... also for swaps'],
	[1, 'trace', 7, '--drop 0.2,4.0 --threads 4 --operations 3 --features memory,atomics 124',
	 'a swap that fails would have succeeded before what it races with'],
	[1, 'trace', 8, '--drop 0.2,1.0,2.0,3.0,3.1,4.1 --threads 4 --operations 3 --features memory,atomics 874',
	 '... and before a write of all of it'],
	[1, 'trace', 3, '--drop 0.4,0.5,1.0,2.0 3804', '... so that what does not concern it where it fails may come before it'],
	[20, 'trace -j 3', 5, '--drop 0.1,1.0,2.0,2.1,2.2,2.3,4.1 --threads 4 --operations 3 --features memory,atomics,branches 370',
	 'a node is done when all that is asleep there is done'],
	[20, 'trace -j 2', 36, '--features locks 21021', 'what another worker is about to begin need not be begun twice'],
	[1, 'trace --self-check', 1, '--features memory,locks,rwlocks,semaphores,branches,checks 21042',
	 'an execution that is begun again, because it has more threads than were made room for, is begun in the same way'],
	[1, 'trace --self-check', 5, '--features conditions,semaphores,timed 21019', '... also when others were made before it'],
	[1, 'trace --self-check', 34, '--features locks,memory,branches --threads 4 --operations 3 81',
	 'what can begin with several steps is left to the first of them, which has to be told of it'],
);

# The listings of seeds 1 to 2000, each a string.
sub listings {
	my ($binary, @options) = @_;
	my ($status, $out) = run('/', 'sh', '-c', 'for seed in $(seq 1 2000); do "$@" $seed; done', 'sh', $binary, '--print', @options);
	return grep { $_ ne '' } split /^(?=seed )/m, $out;
}

sub words_of {
	my %count;
	for (@_) {
		$count{$1}++ while /^ +\d+ +([a-z-]+)/mg;
	}
	return \%count;
}

sub check_generator {
	my ($binary) = @_;
	my @listings = listings($binary);
	is(scalar @listings, 2000, 'every seed is a program');
	my $count = words_of(@listings);
	is(join(' ', sort keys %$count), join(' ', sort @words), 'every operation occurs');
	is(join(' ', grep { $count->{$_} < 100 } sort keys %$count), '', 'none of them rarely');
	my %threads = map { (scalar(() = /^thread/mg) => 1) } @listings;
	is(join(' ', sort keys %threads), '1 2 3 4', 'there are programs with 1 to 4 threads besides main');
	ok((grep { /^thread.*\n(?: .*\n)*? +\d+ create/m } @listings), 'threads create threads');
	ok((grep { /skip-if-odd.*\n +\d+ {3,}create/ } @listings), '... or do not');
	my %same = map { $_ => 1 } map { s/^seed.*\n//r } @listings;
	cmp_ok(scalar keys %same, '>', 1900, 'most are different');
	is(join('', listings($binary)), join('', @listings), 'a seed is one program');

	my $asked = words_of(listings($binary, '--features', 'timed,assumes,checks'));
	ok($asked->{$_}, "$_ occurs on request") for @on_request;
	my $only = words_of(listings($binary, '--features', 'semaphores'));
	is(join(' ', sort keys %$only), 'create get-value join post try-wait wait', 'a family alone');
}

sub check_programs {
	my ($binary, $mode, $count, @options) = @_;
	my ($same, $skipped) = (0, 0);
	for my $seed (1 .. $count) {
		my @arguments = (@options, $seed);
		my $result = $mode eq 'usual' ? compare_usual($binary, @arguments) : compare($binary, $mode, @arguments);
		$result->{skipped} ? $skipped++ : @{$result->{faults}} ? fail("$mode: random_program @arguments") : $same++;
		diag(difference($result, $binary, $mode, @arguments)) if @{$result->{faults}};
	}
	cmp_ok($same, '>', 0.6 * $count, "$mode @options: $same of $count programs agree, $skipped are too large");
}

sub check_telling {
	my ($binary, $times, $mode, $classes, $arguments, $what) = @_;
	my @arguments = split ' ', $arguments;
	for my $time (1 .. $times) {
		my $result = compare($binary, $mode, @arguments);
		my $is_right = !$result->{skipped} && !@{$result->{faults}} && $result->{tried}{classes} == $classes;
		next if $is_right;
		fail($what);
		return diag("time $time: not $classes classes: ", difference($result, $binary, $mode, @arguments));
	}
	pass("$what: $classes classes, $times times");
}

my ($binary, $messages) = build_generator('gcc');
ok($binary, 'the generator compiles') or BAIL_OUT($messages);
is($messages || '', '', 'without a warning');
subtest 'the generator' => sub { check_generator($binary) };
check_telling($binary, @$_) for @telling;
check_programs($binary, 'trace', $programs);
for my $features ('memory', 'atomics', 'memory,atomics,branches', 'locks', 'semaphores,memory', 'conditions,memory', 'choices,atomics', "memory,locks,conditions,$on_request") {
	check_programs($binary, 'trace', $programs / 3, '--features', $features);
}
check_programs($binary, 'trace --timeouts last', $programs / 3, '--features', "locks,semaphores,conditions,$on_request");
check_programs($binary, 'usual', $programs / 3);
check_programs($binary, 'trace -j 3', $programs / 3);
check_programs($binary, 'trace --self-check', $programs / 3, '--features', 'memory,atomics,locks,semaphores,branches,conditions');
check_programs($binary, 'rf', 2 * $programs / 3, '--features', $complete_by_rf);
for my $features ('memory', 'atomics', 'memory,atomics,branches', 'conditions,memory') {
	check_programs($binary, 'rf', $programs / 3, '--features', $features);
}
if ($is_long && has_weaver()) {
	my ($other) = build_generator('clang');
	check_programs($other, 'trace', $programs / 10);
	check_programs($other, 'rf', $programs / 10, '--features', $complete_by_rf);
}
done_testing;
