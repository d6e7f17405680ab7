# Random programs (t/races/random_races.c) whose races are found in two ways: by the detector, in single executions and over every
# order that matters, and by brute force (HappensBefore.pm) in the same single executions.
#
# Every race that the detector reports must be one by brute force, in the very execution that it is reported with.  And every race
# of an execution that brute force looks at must be among those that the detector has found in this one, and among those that it has found
# in all, or one that a later access stands in for, which the detector forgets.
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

# What the detector reports, each with whether it is right.
sub reported {
	my ($room, $faults) = @_;
	my %found;
	for my $file (glob("$room/*.trd")) {
		my $trace = trace_of($room, $file);
		my $race = $trace->{result}{race} or next;
		my ($i, $j) = map { $race->{$_}{event} - 1 } qw(first second);
		my $pair = lines_of($trace, $i, $j);
		push @$faults, "$pair is reported and is no race" if !is_race($trace, pasts_of($trace), $i, $j);
		push @$faults, "$pair is reported twice" if $found{$pair}++;
	}
	return \%found;
}

sub missed {
	my ($trace, $found) = @_;
	my $pasts = pasts_of($trace);
	my %missed;
	for (races_in($trace, $pasts)) {
		my ($i, $j) = @$_;
		next if $found->{lines_of($trace, $i, $j)} || grep { $found->{lines_of($trace, $_, $j)} } stand_ins($trace, $pasts, $i, $j);
		$missed{lines_of($trace, $i, $j)} = 1;
	}
	return sort keys %missed;
}

# A trace of one execution, and what the detector reports of the same: the trace is there because it ends with an exit status
# that is not expected.
sub one_execution {
	my ($binary, $seed, $run, $faults) = @_;
	my $room = File::Temp->newdir;
	run($room, $treadle, '-q', '--explain', 'off', '--strategy', 'random', '--seed', $run, '--executions', 1, '--expect-exit', 77,
	    '--isolate', 'inplace', $binary, $seed); # to find out how to isolate takes executions, whose end would be reported
	my ($trace) = grep { $_->{result}{kind} eq 'exit-code' } map { trace_of($room, $_) } glob("$room/*.trd");
	return ($trace, reported($room, $faults));
}

sub compare_races {
	my ($binary, $mode, $runs, $seed) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, '-q', '-k', '--explain', 'off', '-e', $mode, '-n', MOST, $binary, $seed);
	return { skipped => 1, faults => [] } if $out !~ /^(complete|bounded): .*\n\z/m;
	my @faults = $err ne '' ? ("it says: $err") : ();
	my $found = reported($room, \@faults);
	for my $run (1 .. $runs) {
		my ($trace, $here) = one_execution($binary, $seed, $run, \@faults);
		push @faults, map { "$_ races in run $run and is not reported" } missed($trace, $found);
		push @faults, map { "$_ races in run $run and is not reported there" } missed($trace, $here);
	}
	return { faults => \@faults, races => scalar keys %$found };
}

1;
