#!/usr/bin/perl
# Threads that poll under locks: a search that says `complete` has seen all that a model of the program can come to, each class of brute
# force once, and has found something exactly where the program may come to no end.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Polls;
use Test::More;

my $programs = $is_long ? 120 : 16;

# Scripts of t/generate/poll_script.c that must be explored completely.
my @known = (
	['p (x)', 'one polls, one writes'],
	['P (x)(x)', 'what is written does not always end it'],
	['p p (x)', 'two poll'],
	['p(x) P (x)', 'who polled writes for another'],
	['p ttttt(x)', 'tries notice it'],
	['n TTTTT[y]', '... also when it is the inner lock'],
	['n [y]', 'two locks, and the writer has the inner one'],
	['p x', 'the writer has no lock'],
	['o (x)', 'looking without a lock'],
	['P (x)', 'that never ends'],
	['c (x)', 'a loop that gives up'],
);

my ($binary, $messages) = weave({ file => "$root/t/generate/poll_script.c", name => 'poll_script', flags => [] }, 'gcc');
ok($binary, 'the scripts\' program compiles') or BAIL_OUT($messages);
for (@known) {
	my ($scripts, $what) = @$_;
	my $result = compare_polls($binary, split ' ', $scripts);
	like(join('; ', $result->{kind}, @{$result->{faults}}), qr/^(compared|complete)\z/, "$scripts: $what");
}

# One who tries for the lock and one who writes without it may each end the wait, and one of them may come when it is over: in no order of
# turns may that go unnoticed.
for my $ranks (0 .. 4) {
	my $verdict = Polls::explore_polls($binary, "trace --ranks $ranks", qw(p t x))->{verdict};
	is($verdict, 'bounded', "p t x: what might have ended a wait came late (turns: $ranks)");
}

my %count = (compared => 0, complete => 0);
for my $seed (1 .. $programs) {
	my @scripts = random_polls($seed);
	my $result = compare_polls($binary, @scripts);
	$count{$result->{kind}}++;
	fail("$seed: poll_script log @scripts: " . join('; ', @{$result->{faults}})) if @{$result->{faults}};
}
my $total = join ', ', map { "$count{$_} $_" } sort keys %count;
cmp_ok($count{compared} + $count{complete}, '>=', 0.3 * $programs, "random programs: $total");
done_testing;
