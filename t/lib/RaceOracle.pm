# Random programs (t/races/random_races.c) whose races are found in two ways: by the detector, over every order that matters, and by
# brute force (HappensBefore.pm) in single executions.
#
# Every race that the detector reports must be one by brute force, in the very execution that it is reported with.  And every race
# of an execution that brute force looks at must be among those that the detector has found in all of them, or one that a later
# access stands in for: those the detector forgets, and where nothing can bring the two together it has no second chance.
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
		push @faults, map { "$_ races in run $run and is not reported" } missed(trace_of($room, $trace_file), $found);
	}
	return { faults => \@faults, races => scalar keys %$found };
}

1;
