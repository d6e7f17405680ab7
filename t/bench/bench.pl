#!/usr/bin/perl
# make bench: what an execution, an event and a switch cost, measured in one run and given as ratios, for machines are noisy; and
# how long the systematic search takes for programs with known counts.
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

sub stats_of {
	my ($text) = @_;
	my ($events, $switches, $seconds, $first, $last, $peak) =
		$text =~ /^stats: (\d+) events, (\d+) switches, ([\d.]+) seconds, memory (\d+) kB .*, (\d+) kB .*, (\d+) kB at most/m
		or die "bench: no stats in:\n$text";
	my ($executions) = $text =~ /, (\d+) executions, \d+ findings\n\z/ or die "bench: no summary in:\n$text";
	return { executions => $executions, total => $seconds, seconds => $seconds / $executions, events => $events / $executions,
		 switches => $switches / $executions, first => $first, last => $last, peak => $peak };
}

sub explore {
	my ($program, $count, $options, $arguments) = @_;
	$arguments //= '';
	my $text = `$treadle -q --stats --time 0 --executions $count $options $program $arguments`;
	die "bench: treadle failed on $program:\n$text" if $? >> 8;
	return stats_of($text);
}

sub verdict {
	my ($good) = @_;
	$failed ||= !$good;
	return $good ? 'met' : 'NOT MET';
}

for my $name (qw(small alone long)) {
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

# The same executions with and without looking for data races: all else that is checked is always on.
sub print_checking {
	my ($name, $count, $how, $arguments) = @_;
	my %seconds;
	for (1 .. $rounds) {
		for my $races (qw(on off)) {
			$seconds{$races} = best($seconds{$races}, explore("$dir/$name", $count, "--races $races $how", $arguments)->{seconds});
		}
	}
	my $kept = $seconds{off} / $seconds{on};
	printf "%s, %s: with the race detector %.2f of the rate without (at least 0.60: %s)\n", $name, $how, $kept, verdict($kept >= 0.6);
}
print_checking('small', 50000, '--strategy random');
print_checking('small', 50000, '--strategy pct:1');
print_checking('alone', 5000, '--strategy random');
print_checking('long', 200, '--strategy random', 10000);
for my $name (qw(lastzero fib)) {
	run_or_die("$treadle cc --compiler=gcc -g -o $dir/$name examples/figures/$name.c");
	print_checking($name, 1000000, '--equivalence trace', $name eq 'fib' ? 4 : 12);
}

# Memory that grew with the number of executions would be seen after a million.
sub print_growth {
	my ($what, $measured) = @_;
	my $growth = $measured->{last} / $measured->{first};
	printf "memory over %d executions, %s: %d kB after the first 16384, %d kB at the end; ratio %.2f (at most 1.10: %s)\n",
		$measured->{executions}, $what, $measured->{first}, $measured->{last}, $growth, verdict($growth <= 1.10);
}
print_growth('random', explore("$dir/small", 1000000, '--strategy random'));

# What an event costs does not depend on how many there are, but for caches: what the search keeps of 100,000 is some 70 MB.  Where each
# execution is run from its beginning, all events are; usually some are not run again, and how many depends on where the search stands.
sub print_long {
	my ($how, $most) = @_;
	my @costs;
	for my $events (100, 1000, 10000, 100000) {
		my $cost;
		for (1 .. $rounds) {
			my $measured = explore("$dir/long", 8000000 / $events, $how, $events);
			$cost = best($cost, $measured->{seconds} / $measured->{events} * 1e9);
		}
		push @costs, $cost;
	}
	my $worst = (sort { $b <=> $a } @costs)[0] / $costs[0];
	printf "an event in executions of 100, 1000, 10000, 100000, %s: %s ns", $how, join(', ', map { sprintf '%.0f', $_ } @costs);
	printf "; at most %.2f of the first (at most %.2f: %s)", $worst, $most, verdict($worst <= $most) if $most;
	print "\n";
}
print_long('--strategy random', 2);
print_long('--equivalence trace --accesses all --from-start', 2);
print_long('--equivalence trace --accesses all');

# The systematic search: known programs, one execution for each class.  Where there is an aim, it is what the fastest searches
# known take for one execution, in microseconds; not all of them are met.
my @figures = (['fib 5', 218243, 1.9], ['readers 13', 8192], ['readers 17', 131072, 3.4], ['lastzero 10', 3328],
	       ['lastzero 15', 147456, 12.9], ['philosophers 9', 511], ['philosophers 13', 8191, 24], ['indexer 15', 4096],
	       ['indexer 16', 32768, 49], ['filesystem 26', 8192, 115], ['bb_monitor 3 3 2 1 2', 12096]);
printf "%-20s %10s %8s %8s %8s %8s %10s\n", 'trace', 'executions', 'seconds', 'us each', 'aim', 'events', 'peak kB';
for (@figures) {
	my ($command, $classes, $aim) = @$_;
	my ($name) = split ' ', $command;
	run_or_die("$treadle cc --compiler=gcc -g -o $dir/$name examples/figures/$name.c") if !-e "$dir/$name";
	my $measured = stats_of(scalar `cd $dir && $treadle -q -k --stats -e trace ./$command`);
	die "bench: $command: $measured->{executions} executions, not $classes\n" if $measured->{executions} != $classes;
	printf "%-20s %10d %8.2f %8.1f %8s %8.0f %10d\n", $command, $classes, $measured->{total}, $measured->{seconds} * 1e6,
		$aim // '', $measured->{events}, $measured->{peak};
	unlink glob("$dir/*.trd");
}
print_growth('trace', explore("$dir/fib", 1000000, '--equivalence trace', '7'));

my ($walk, $every);
for (1 .. $rounds) {
	$walk = best($walk, explore("$dir/lastzero", 20000, '--strategy random', '15')->{seconds});
	$every = best($every, explore("$dir/lastzero", 20000, '-e trace', '15')->{seconds});
}
printf "trace: %.2f of the random walk's executions a second (at least 0.5: %s)\n", $walk / $every, verdict($walk / $every >= 0.5);
exit $failed;
