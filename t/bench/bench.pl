#!/usr/bin/perl
# make bench: what an execution, an event and a switch cost, measured in one run and given as ratios, for machines are noisy.
#
# Each figure is the best of several rounds, taken in turn, so that a busy moment of the machine hits all of them alike.
use strict;
use warnings;
use File::Temp 'tempdir';
use Cwd 'abs_path';
use Time::HiRes 'time';

my $treadle = abs_path(shift // './build/treadle');
my $dir = tempdir(CLEANUP => 1);
my $rounds = $ENV{BENCH_ROUNDS} // 5;
my $failed = 0;

sub run_or_die {
	system(@_) == 0 or die "bench: @_ failed\n";
}

sub best {
	my ($old, $new) = @_;
	return !defined $old || $new < $old ? $new : $old;
}

# Seconds an execution of the plain program takes when started anew, as a test script would.
sub seconds_spawned {
	my ($program, $count) = @_;
	my $start = time;
	for (1 .. $count) {
		my $pid = fork;
		exec $program or die if !$pid;
		waitpid $pid, 0;
		die "bench: $program failed\n" if $?;
	}
	return (time - $start) / $count;
}

sub explore {
	my ($program, $count, $options, $arguments) = @_;
	$arguments //= '';
	my $text = `$treadle -q --stats --time 0 --executions $count $options $program $arguments`;
	die "bench: treadle failed on $program:\n$text" if $? >> 8;
	my ($events, $switches, $seconds, $first, $last) =
		$text =~ /^stats: (\d+) events, (\d+) switches, ([\d.]+) seconds, memory (\d+) kB .*, (\d+) kB/m
		or die "bench: no stats in:\n$text";
	return { seconds => $seconds / $count, events => $events / $count, switches => $switches / $count,
		 first => $first, last => $last };
}

sub verdict {
	my ($good) = @_;
	$failed ||= !$good;
	return $good ? 'met' : 'NOT MET';
}

for my $name (qw(small alone)) {
	run_or_die("$treadle cc --compiler=gcc -g -o $dir/$name t/bench/$name.c");
}
run_or_die("gcc -O1 -pthread -o $dir/plain t/bench/small.c");

my (%best, $random, $alone, $runon);
for (1 .. $rounds) {
	$best{spawned} = best($best{spawned}, seconds_spawned("$dir/plain", 200));
	$random = explore("$dir/small", 50000, '--strategy random');
	$best{random} = best($best{random}, $random->{seconds});
	$runon = explore("$dir/small", 50000, '--strategy pct:1');
	$best{pct} = best($best{pct}, $runon->{seconds});
	$alone = explore("$dir/alone", 5000, '--strategy random');
	$best{alone} = best($best{alone}, $alone->{seconds});
}

my $ratio = $best{spawned} / $best{random};
printf "small program: %.0f events, %.0f switches an execution\n", $random->{events}, $random->{switches};
printf "executions a second: %.0f; fork+exec of the plain program: %.0f; ratio %.0f (at least 30: %s)\n",
	1 / $best{random}, 1 / $best{spawned}, $ratio, verdict($ratio >= 30);

my $event = $best{alone} / $alone->{events};
printf "an event: %.1f ns; %.0f events in the time of one fork+exec\n", $event * 1e9, $best{spawned} / $event;

my $fewer = $random->{switches} - $runon->{switches};
printf "a switch: %.1f ns more than going on\n", ($best{random} - $best{pct}) / $fewer * 1e9 if $fewer > 1;

my $long = explore("$dir/small", 1000000, '--strategy random');
my $growth = $long->{last} / $long->{first};
printf "memory over 1000000 executions: %d kB after the first 16384, %d kB at the end; ratio %.2f (at most 1.10: %s)\n",
	$long->{first}, $long->{last}, $growth, verdict($growth <= 1.10);

# The systematic search: known programs, one execution for each class.
my @figures = (['philosophers', 9], ['lastzero', 10], ['lastzero', 15], ['indexer', 15], ['readers', 13], ['increment', '3 2']);
for (@figures) {
	my ($name, $arguments) = @$_;
	run_or_die("$treadle cc --compiler=gcc -g -o $dir/$name examples/figures/$name.c") if !-e "$dir/$name";
	my $text = `cd $dir && $treadle -q -k --stats -e trace ./$name $arguments`;
	my ($events, $seconds, $memory) = $text =~ /^stats: (\d+) events, \d+ switches, ([\d.]+) seconds, .*, (\d+) kB/m;
	my ($executions) = $text =~ /, (\d+) executions, \d+ findings\n\z/ or die "bench: $name:\n$text";
	printf "trace, %-12s %3s: %7d executions, %.1f us and %.0f events each, %d kB\n", $name, $arguments, $executions,
		$seconds / $executions * 1e6, $events / $executions, $memory;
	unlink glob("$dir/*.trd");
}

my ($walk, $every);
for (1 .. $rounds) {
	my $lastzero = explore("$dir/lastzero", 20000, '--strategy random', '15');
	$walk = best($walk, $lastzero->{seconds} / $lastzero->{events});
	my $traced = explore("$dir/lastzero", 20000, '-e trace', '15');
	$every = best($every, $traced->{seconds} / $traced->{events});
}
printf "trace: %.2f of the random walk's events a second (at least 0.5: %s)\n", $walk / $every, verdict($walk / $every >= 0.5);
exit $failed;
