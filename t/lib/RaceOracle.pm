# Random programs (t/races/random_races.c) whose races are found in two ways: by the detector, over every order that matters, and by
# brute force (HappensBefore.pm) in single executions.
#
# Every race that the detector reports must be one by brute force, in the very execution that it is reported with.  And every race
# of an execution that brute force looks at must be among those that the detector has found in all of them: it need not have
# seen it in this one, for it forgets an access when a later one of the same thread stands for it.
package RaceOracle;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use HappensBefore;
use JSON::PP qw(decode_json);
use Loom;

our @EXPORT = qw(build_random_races compare_races);

use constant MOST => 4000; # executions; programs with more are skipped

sub build_random_races {
	my ($binary, $messages) = weave({ file => "$root/t/races/random_races.c", name => 'random_races', flags => [] }, 'gcc');
	die "random_races: $messages" if !$binary;
	return $binary;
}

sub trace_of {
	my ($room, $file) = @_;
	my ($status, $out, $err) = run($room, $treadle, 'show', '--json', $file);
	die "show $file: $err" if $status;
	return decode_json($out);
}

sub lines { join '-', sort { $a <=> $b } @_ }

# What the detector reports, each with whether it is right.
sub reported {
	my ($room, $faults) = @_;
	my %found;
	for my $file (glob("$room/*.trd")) {
		my $trace = trace_of($room, $file);
		my $race = $trace->{result}{race} or next;
		my ($i, $j) = map { $race->{$_}{event} - 1 } qw(first second);
		my $pair = lines(line_of($trace, $i), line_of($trace, $j));
		push @$faults, "$pair is reported and is no race" if !is_race($trace, pasts_of($trace), $i, $j);
		push @$faults, "$pair is reported twice" if $found{$pair}++;
	}
	return \%found;
}

sub compare_races {
	my ($binary, $mode, $runs, $seed) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, '-q', '-k', '-e', $mode, '-n', MOST, $binary, $seed);
	return { skipped => 1, faults => [] } if $out !~ /^(complete|bounded): .*\n\z/m;
	my @faults = $err ne '' ? ("it says: $err") : ();
	my $found = reported($room, \@faults);
	for my $run (1 .. $runs) {
		my $trace_file = "$room/run$run.trace";
		my ($bad, undef, $why) = run($room, $treadle, 'run', '--strategy', 'random', '--seed', $run, '--output-trace', $trace_file,
					     $binary, $seed);
		die "run: $why" if $bad;
		$found->{$_} or push @faults, "$_ races in run $run and is not reported" for races_in(trace_of($room, $trace_file));
	}
	return { faults => \@faults, races => scalar keys %$found };
}

1;
