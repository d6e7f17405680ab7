#!/usr/bin/perl
# What an exploration does when: the portfolio that it opens with, the systematic search after it, bounds that rise, estimates
# of how long it takes, and why it says `bounded`.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $opening = 1000;
my $room = File::Temp->newdir;

sub weave_file {
	my ($file) = @_;
	my ($name, $language) = $file =~ m{(\w+)\.(cc?)$};
	my ($status, $out, $err) = run($root, $treadle, $language eq 'cc' ? 'c++' : 'cc', '--compiler=gcc', '-g', '-O1', '-o', "$room/$name", $file);
	is("$status$out$err", '0', "$name compiles");
}

# Status, output and messages of treadle in a directory of its own; the arguments in one string.
sub treadle {
	my ($line) = @_;
	my $directory = File::Temp->newdir;
	my @words = map { s{^\./}{$room/}r } split ' ', $line;
	return run("$directory", $treadle, @words);
}

sub last_line { return ($_[0] =~ /^(.*)\n\z/m)[0] // '' }

weave_file("examples/figures/$_.c") for qw(increment lastzero philosophers readers peterson fib message_passing);
weave_file("t/phases/$_.c") for qw(many hidden spin reordered served_for_ever assumed_away clock_and_sleep);
weave_file("t/bad/null_after_check.c");
weave_file("t/phases/spin_header.cc");

# Both phases together: each class is counted once, and the search sees all that the portfolio has seen.
my %classes = ('increment 3 2' => 7134, 'lastzero 10' => 3328, 'readers 13' => 8192, 'peterson 3' => 34, 'fib 3' => 1698,
	       'philosophers 5 1' => 30);
for my $command (sort keys %classes) {
	my ($status, $out, $err) = treadle("-q ./$command");
	my $executions = $opening + $classes{$command};
	is(last_line($out), "complete: $classes{$command} classes, $executions executions, 0 findings", "$command, both phases");
	is($status, 0, '... and the status') or diag($err);
}
my ($status, $out, $err) = treadle('-q --self-check ./lastzero 10');
is(last_line($out), 'complete: 3328 classes, 4328 executions, 0 findings', 'more classes than are told apart');
($status, $out, $err) = treadle('-q -k ./philosophers 7');
is(last_line($out), 'complete: 127 classes, 1127 executions, 1 findings', 'a finding of both is counted once');

# What the limits mean.
($status, $out) = treadle('-q -n 600 ./lastzero 10');
like(last_line($out), qr/^stopped: \d+ classes, 600 executions, 0 findings$/, 'a limit within the opening');
($status, $out) = treadle('-q -n 1500 ./lastzero 10');
like(last_line($out), qr/^stopped: \d+ classes, 1500 executions, 0 findings$/, 'a limit within the search');
is((treadle('-q -n 1500 ./lastzero 10'))[1], $out, '... and the same again');
my ($first) = (treadle('-q -n 600 --seed 1 ./lastzero 10'))[1];
isnt((treadle('-q -n 600 --seed 2 ./lastzero 10'))[1], $first, 'another seed, another opening');

# Where no execution counts, nothing is known about the program; a search that has come to its end knows that there is none.
($status, $out, $err) = treadle('-q --strategy random -n 5 ./assumed_away');
is("$status " . last_line($out), '2 stopped: 0 classes, 0 executions, 0 findings', 'no execution counts');
is($err, "treadle: warning: treadle_assume held in no execution, so nothing was tested\n", '... which is said');
is((treadle('-q ./assumed_away'))[0], 0, '... in a search that ends, that is all there is');

# A program without end: most executions are short, so that its start is tried often, and there is no search.
($status, $out) = treadle('-q -n 2000 ./served_for_ever');
is($status, 1, 'what goes wrong at the start of a program without end is found');
like($out, qr/^\d+ executions? w(?:as|ere) cut after 1000000 events \(--max-events\), later ones sooner: nearly none came to its end$/m, '... and said');
is((treadle('-q -n 2000 ./served_for_ever'))[1], $out, '... the same again');
($status, $out, $err) = treadle('-n 1020 --max-events 3000 -k ./served_for_ever');
like($err, qr/^treadle: warning: not every order can be tried, the portfolio goes on: nearly no execution came to its end$/m, '... no search follows');

# In a long search that comes to nothing the portfolio has its turns; they are not counted, and the same each time.
($status, $out) = treadle('-q --time 60 --stats ./reordered');
is($status, 1, 'a burst finds what the search does not');
like($out, qr/^stats: \d+ more executions were chosen by the portfolio in between$/m, '... and is mentioned');
is(last_line((treadle('-q --time 60 ./reordered'))[1]), last_line($out), '... and the same again');
is((treadle('-q -n 30000 --time 60 --equivalence trace ./reordered'))[0], 0, '... and a search alone does not find it');

# Only the search finds this: the portfolio alone does not in fifty times as many executions.
($status, $out) = treadle('-q ./hidden');
is($status, 1, 'the search finds what the opening does not');
cmp_ok(($out =~ /(\d+) executions, 1 findings\n\z/)[0], '>', $opening, '... after it');
is((treadle('-q -s portfolio ./hidden'))[0], 0, '... and the portfolio alone does not');

# What the search cannot take.
($status, $out, $err) = treadle('-q -n 3000 ./many');
is($status, 0, 'more threads than the search can take');
like(last_line($out), qr/^stopped: \d+ classes, 3000 executions, 0 findings$/, '... the portfolio goes on');
like($err, qr/\Atreadle: warning: not every order can be tried[^\n]*: more than 64 threads[^\n]*\n\z/, '... and one line says why');
($status, $out, $err) = treadle('-q -e trace ./many');
is($status, 2, '... which is an error if it was asked for');

# An execution that crashes does not end the search.
($status, $out, $err) = treadle('-q -k --races off -e trace ./null_after_check');
like(last_line($out), qr/^complete: 3 classes, 3 executions, 1 findings$/, 'a search goes on behind a crash');
is($err, '', '... in a fresh process, without a word');

# Ctrl-C in the search.
my $child = fork;
if (!$child) {
	chdir $room;
	open STDIN, '<', '/dev/null';
	open STDOUT, '>', 'interrupted';
	open STDERR, '>', 'messages';
	exec $treadle, './fib', 20;
}
sleep 2;
kill 'INT', $child;
waitpid $child, 0;
is($?, 0, 'Ctrl-C in a search without end');
my ($made) = slurp("$room/interrupted") =~ /^stopped: \d+ classes, (\d+) executions, 0 findings\n\z/;
cmp_ok($made // 0, '>', $opening, '... gives the summary');

# Bounds, compared with brute force over sequences: threads of so many events each, none of which has to wait.
sub schedules {
	my ($cost_of, $left, $current, $events) = @_;
	my @can = grep { $events->[$_] } 0 .. $#$events;
	return 1 if !@can;
	@can = ((grep { $_ == $current } @can), (grep { $_ != $current } @can));
	my $sum = 0;
	for my $i (0 .. $#can) {
		my $cost = $cost_of->($i, $can[0] == $current);
		next if $cost > $left;
		my @after = @$events;
		$after[$can[$i]]--;
		$sum += schedules($cost_of, $left - $cost, $can[$i], \@after);
	}
	return $sum;
}

my %cost = (preemptions => sub { my ($i, $could_go_on) = @_; return $could_go_on && $i > 0 }, delays => sub { return $_[0] });
for (['increment 2 1', 2, 2], ['increment 2 2', 4, 4], ['increment 3 1', 2, 2, 2]) {
	my ($command, @events) = @$_;
	for my $kind (sort keys %cost) {
		my (@expected, $count);
		for (my $bound = 0, my $last = 0;; $bound++) {
			push @expected, $count = schedules($cost{$kind}, $bound, -1, \@events);
			last if $count == schedules($cost{$kind}, 1e9, -1, \@events);
		}
		my ($status, $out) = treadle("-q --stats --$kind 1000 ./$command");
		my @got = $out =~ /^stats: bound \d+: all of it, (\d+) executions/mg;
		is("@got", "@expected", "$command, $kind: each bound is all of it");
		like(last_line($out), qr/^complete: /, '... and the last one all there is');
		my $bound = $#expected - 1;
		($status, $out) = treadle("-q --$kind $bound ./$command");
		like($out, qr/^bounded: there are orders with more than $bound $kind\nbounded: .* 0 findings\n\z/m, '... not the one before');
	}
}

# A bound that is not what is in the way is not raised for ever.
my $line = (map { $_->[0] } grep { $_->[1] =~ /\@loop/ } map { [$_ + 1, (split /\n/, slurp("$root/t/phases/spin.c"))[$_]] } 0 .. 10)[0];
($status, $out) = treadle('-q --stats --preemptions 1000 ./spin');
like($out, qr/^bounded: a loop that only waits was not followed [^\n]*spin\.c:$line\)\n(?:\d+ executions before [^\n]*\n)?bounded: /m, 'why a search is bounded, and where');
cmp_ok(scalar(() = $out =~ /^stats: bound/mg), '<', 20, '... and no bound is tried that adds nothing');
like((treadle('-q ./spin_header'))[1], qr/^bounded: a loop that only waits [^\n]*spin_header\.cc:\d+\)\n/m, '... in the program, if the read is in a header');
like((treadle("-q -e $_ ./clock_and_sleep"))[1], qr/^bounded: a thread looked at a clock [^\n]*clock_and_sleep\.c:\d+\)\nbounded: 1 /m,
	"$_: how late it is may be a matter of who has slept") for qw(trace rf interleaving);
unlike((treadle('-q ./readers 5'))[1], qr/^bounded/m, 'a search that is complete has no reasons');

# Estimates: right at the end, and before it not far off.  How far, is measured; see explore/estimate.h.
sub estimate {
	my ($executions, $how) = @_;
	my ($out) = (treadle("-q --stats -n $executions $how"))[1];
	return $out =~ /^stats: about (\d+) \((\d+) to (\d+)\) executions for all of it$/m;
}
my %total = ('-e trace ./fib 3' => 1698, '-e trace ./increment 3 2' => 7134, '-e trace ./lastzero 10' => 3328,
	     '-e interleaving ./increment 3 2' => 34650, '-e interleaving ./fib 2' => 84084, '-e interleaving ./lastzero 4' => 44300);
for my $how (sort keys %total) {
	my $total = $total{$how};
	is(join(' ', estimate(1e9, $how)), "$total $total $total", "$how: the estimate at the end");
	for my $part (0.25, 0.5, 0.75) {
		my ($about, $low, $high) = estimate(int($part * $total), $how);
		cmp_ok($about, '>', $total / 3, "... after $part of it not much too low");
		cmp_ok($about, '<', $total * 3, '... nor too high');
		ok($low <= $total && $total <= $high, '... and the spread has it') or diag("$about ($low to $high)");
	}
}

# k threads with n critical sections each on one mutex come in (kn)!/n!^k orders; a search knows that long before its end.
sub factorial { my $product = 1; $product *= $_ for 2 .. $_[0]; return $product }
weave_file('t/phases/sections.c');
for my $case ([2, 4], [2, 20], [2, 50], [3, 8], [4, 4], [8, 2]) {
	my ($threads, $rounds) = @$case;
	my $total = factorial($threads * $rounds) / factorial($rounds) ** $threads;
	for my $executions (32, 500) {
		my ($about, $low, $high) = estimate($executions, "-e trace ./sections $threads $rounds");
		my $name = "$threads threads, $rounds sections, after $executions executions";
		cmp_ok($about, '>', $total / 30, "$name: not too few are expected");
		cmp_ok($about, '<', $total * 30, '... nor too many');
		ok($low <= $total * 1.01 && $total <= $high * 1.01, '... and the spread has it') or diag("$about ($low to $high), not $total");
	}
}

# What is learned on the way is known to the executions after it, also where each has a process of its own.
weave_file('t/ok/stream_locked_late.c');
for my $how ('', '-e trace', '-e trace --isolate fork', '-e rf') {
	($status, $out, $err) = treadle("-q --time 10 $how ./stream_locked_late");
	like("$err$out", qr/\Acomplete: 6 classes, \d+ executions, 0 findings\n\z/, "learned once $how");
}

# Only one way to search.
for my $line ('-e trace --preemptions 2', '-s random -e trace', '--delays 1 --preemptions 1', '-s pos --delays 1') {
	($status, $out, $err) = treadle("$line ./spin");
	is($status, 64, "$line: wrong usage");
	like($err, qr/\Atreadle: only one of [^\n]*\n\z/, '... in one line');
}
for my $line ('--preemptions -1', '--delays many', '--preemptions 99999999') {
	($status, $out, $err) = treadle("$line ./spin");
	is($status, 64, "$line: wrong usage");
	like($err, qr/\Atreadle: --(preemptions|delays) [^\n]*\n\z/, '... in one line');
}
done_testing;
