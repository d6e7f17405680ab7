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
relay('demangle', "$units/demangle_test");
relay('report', "$units/report_test");
relay('suppress', "$units/suppress_test");
relay('formats', "$units/formats_test");

# Names that only have parameters and a result to lose are what binutils make of them.
my ($library) = `ldd $units/names_subject_cxx` =~ /libstdc\+\+\S* => (\S+)/;
SKIP: {
	skip 'no C++ library, or no c++filt', 1 if !$library || system('c++filt --version >/dev/null 2>&1') != 0;
	my @symbols = grep { /^_Z/ } map { /^\S+ \S (\w+)/ ? $1 : () } `nm -D --defined-only $library`;
	my $list = "$units/symbols";
	open my $out, '>', $list or die;
	print $out "$_\n" for @symbols;
	close $out;
	my @ours = `$units/demangle_test - <$list`;
	my @theirs = `c++filt -p <$list`;
	my ($compared, @differ) = (0);
	for my $i (0 .. $#symbols) {
		next if $theirs[$i] =~ / (for|to) |anonymous/ || $symbols[$i] =~ /S[siod]/; # std::string and such are written out
		$compared++;
		push @differ, "$symbols[$i]: $ours[$i] and $theirs[$i]" if $ours[$i] ne $theirs[$i];
	}
	cmp_ok($compared, '>', 1000, 'there are names to compare');
	is(join('', @differ), '', 'with names that have been made by others');
}
done_testing();
