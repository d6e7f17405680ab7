#!/usr/bin/perl
# Names of addresses, .trd files and reports: the unit tests of src/trace and src/report, each line of theirs one of ours.
use strict;
use warnings;
use Test::More;

my $units = ($ENV{TREADLE_BUILD} || 'build') . '/t/unit';

# Runs a unit test; its results and diagnostics become ours.
sub relay {
	my ($label, @command) = @_;
	open my $lines, '-|', @command or die "$command[0]: $!";
	my $plan = 0;
	while (my $line = <$lines>) {
		if ($line =~ /^(not )?ok \d+ - (.*)/) {
			ok(!$1, "$label: $2");
		} elsif ($line =~ /^1\.\.\d+/) {
			$plan = 1;
		} else {
			diag($line);
		}
	}
	ok(close($lines) && $plan, "$label: ran to its end");
}

$ENV{ASAN_OPTIONS} = 'detect_leaks=1';
relay('C', "$units/names_test", "$units/names_subject");
relay('C++', "$units/names_test", "$units/names_subject_cxx");
relay('path', "$units/path_test");
relay('report', "$units/report_test");
relay('suppress', "$units/suppress_test");
relay('formats', "$units/formats_test");
done_testing();
