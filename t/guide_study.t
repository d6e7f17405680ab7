#!/usr/bin/perl
# The programs of t/guide: each trial of a guided search comes to the error, with few threads and with a hundred; also
# where each execution has a process of its own, and then it is the same search.  TREADLE_LONG: a hundred trials of all
# rows that make bench-guide prints.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use GuideStudy;
use Loom;
use Test::More;

my @rows = ('two_stage 7 1', 'reorder 9 1', 'wrong_lock 1 20', 'list_equals 1 7', 'hashtable_deadlock 1 9',
	    'list_unsynchronised 1 5', 'reorder 100 1', 'list_equals 1 100');
push @rows, 'two_stage 8 1', 'two_stage 10 1', 'reorder 10 1', 'list_equals 1 8', 'hashtable_deadlock 1 10',
	map({ "list_unsynchronised 1 $_" } 8 .. 10, 100), 'two_stage 100 1', 'wrong_lock 1 100', 'hashtable_deadlock 1 100'
	if $is_long;
my $count = $is_long ? 100 : 5;

my @constant = (options => [qw(--heuristic constant)]);
for my $row (@rows) {
	my ($name, @arguments) = split ' ', $row;
	is(density(trials(subject($name), \@arguments, $count, @constant)), 1, "$row: each trial finds the error");
}

# The distance in the graph leads there at once, however many threads there are.
for my $row (has_weaver() ? ('two_stage 10 1', 'reorder 100 1') : ()) {
	my ($name, @arguments) = split ' ', $row;
	my $said = trial(subject($name), \@arguments, 1, options => [qw(--heuristic distance)]);
	is("$said->{verdict}, $said->{search}{executions}", 'reached, 1', "$row: one execution by distance");
}

# Few places, or such as say nothing of the second thread: its loop over the list is no waiting.
for my $few ([0], [0 .. 2]) {
	my @trials = trials(subject('list_unsynchronised'), [1, 10], 4, places => $few,
			    options => [qw(--heuristic constant --time 5)]);
	is(density(@trials), 1, 'the first ' . @$few . ' of six places are enough');
}

sub search_of {
	my ($said) = @_;
	return join ' ', map { "$said->{search}{$_} $_" } qw(executions states points);
}

# The tiny limits of --self-check, too.
my $usual = search_of(trial(subject('two_stage'), [7, 1], 1, @constant));
for my $option (['--isolate', 'fork'], ['--self-check']) {
	my $said = trial(subject('two_stage'), [7, 1], 1, options => ['--heuristic', 'constant', @$option]);
	is(search_of($said), $usual, "@$option: the same search");
}

# What no execution does is given up when all has been tried.
my $few = trial(subject('wrong_lock'), [1, 1], 1, places => [2, 1, 0]);
is($few->{verdict}, 'not reached', 'a counter does not check before it counts');
is($few->{search}{points}, 0, 'and the search has come to its end');

# Three updaters come to the first place and do not fail.
my $passes = trial(subject('two_stage'), [3, 0], 1, places => [0], is_searched => 1);
is($passes->{verdict}, 'impossible', 'a place without a failure behind it');
cmp_ok($passes->{search}{passed_there}, '>', 0, '... is come to');

# Threads that look alike are tried one after the other.
is(density(trials(subject('turns'), [], 5, @constant)), 1, 'the one order that fails is found');

# Not guided at all, the search goes through everything as well.
for my $heuristic ('depth-first', 'prefer:T2') {
	my $said = trial(subject('reorder'), [2, 1], 1, options => ['--heuristic', $heuristic]);
	is($said->{verdict}, 'reached', "$heuristic finds it with few threads");
}
done_testing;
