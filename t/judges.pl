#!/usr/bin/perl
# Independent judges: what ThreadSanitizer and Helgrind report about the programs of t/bad and t/ok when they are compiled as usual and
# simply run, Treadle finds too; and of the programs of t/ok nobody but a mistaken judge says anything.  Where they differ there is a
# reason in t/judges/explained; a difference without one fails, and a reason that is no longer needed is said.
#
# Run by `make check-long`; with names of programs, only those: perl t/judges.pl two_locks gate_lock
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Judges;
use Loom;
use Test::More;

# PROGRAM | JUDGE | KIND FUNCTION... | WHY, see there.
sub read_explained {
	my ($file) = @_;
	my @rows;
	for (grep { /\S/ && !/^#/ } split /\n/, slurp($file)) {
		my @cells = split /\s*\|\s*/;
		die "$file: needs four cells: $_\n" if @cells != 4;
		my ($kind, @functions) = split ' ', $cells[2];
		push @rows, { text => $_, program => $cells[0], judge => $cells[1], kind => $kind, functions => \@functions };
	}
	return @rows;
}

my @explained = read_explained("$root/t/judges/explained");

# Helgrind knows no atomics, neither the accesses nor what they order: in a program that uses them its data races say nothing.
sub is_out_of_its_depth {
	my ($judge, $program, $report) = @_;
	return $judge->{name} eq 'helgrind' && $report->{kind} =~ /^(race|memory)$/ &&
	       slurp($program->{file}) =~ /<stdatomic\.h>|<atomic>|\b_Atomic\b|\b__(sync|atomic)_|shared_ptr|<future>|<latch>|SYS_futex/;
}

sub has_line {
	my ($line, @places) = @_;
	return grep { $_->{line} == $line } @places;
}

# A race is the same if both places are, and a race with the end of a lock is a misuse of it; an order of locks is the same if somebody
# stands where the judge has seen a lock taken; after a misuse of a lock nobody knows what comes next, so that one is enough.
sub is_same {
	my ($report, $found) = @_;
	my ($kind, @places) = ($report->{kind}, @{$report->{places}});
	if ($kind eq 'race' || $kind eq 'memory') {
		return scalar grep { has_line($_->{line}, @{$found->{places}}) } @places if $found->{kind} eq 'misuse';
		return if $found->{kind} !~ /^(race|memory)$/;
		my $known = grep { has_line($_->{line}, @{$found->{places}}, @{$found->{allocated}}) } @places;
		return $known == @places && grep { has_line($_->{line}, @{$found->{places}}) } @places;
	}
	return $found->{kind} eq 'order' && grep { has_line($_->{line}, @{$found->{places}}) } @places if $kind eq 'order';
	return $found->{kind} =~ /^(misuse|order)$/;
}

sub explanation {
	my ($judge, $program, $report) = @_;
	my %in = map { $_->{function} => 1 } @{$report->{places}};
	for my $row (@explained) {
		next if $row->{program} ne $program->{name} || $row->{judge} ne $judge->{name} || $row->{kind} ne $report->{kind};
		next if grep { !$in{$_} } @{$row->{functions}};
		$row->{is_used} = 1;
		return $row;
	}
	return;
}

my %count; # of reports, by judge and what became of them

# Compares one judge's reports with Treadle's.
sub check_judge {
	my ($judge, $program, $found) = @_;
	my ($reports, $why) = $judge->{ask}->($program, $judge->{runs});
	return pass("$judge->{title}: left out") && diag("$program->{name}, $judge->{title}: $why") if !$reports;
	my @missed;
	for my $report (@$reports) {
		my $fate = is_out_of_its_depth($judge, $program, $report) ? 'about atomics'
			 : (grep { is_same($report, $_) } @$found)	  ? 'found'
			 : explanation($judge, $program, $report)	  ? 'explained' : 'missed';
		$count{$judge->{name}}{$fate}++;
		$_->{is_confirmed} = 1 for grep { is_same($report, $_) } @$found;
		push @missed, words_of($report) . ' (' . places_of($report) . "): $report->{what}" if $fate eq 'missed';
	}
	is(join("\n", @missed), '', "what $judge->{title} reports is found or explained");
}

sub check_program {
	my ($folder, $program) = @_;
	plan skip_all => 'cannot be compiled without Treadle' if ($program->{plain} || '') eq 'no';
	plan skip_all => "needs $program->{needs}" if $program->{needs} && !is_installed($program->{needs});
	my ($found, $why) = treadle_reports($program);
	ok($found, 'Treadle explores it') or return diag($why);
	is(join("\n", map { $_->{what} } @$found), '', 'Treadle reports nothing') if $folder eq 'ok';
	for my $judge (@judges) {
		check_judge($judge, $program, $found) if is_installed($judge->{needs});
	}
	for my $race (grep { $_->{kind} eq 'race' } @$found) {
		$count{treadle}{$race->{is_confirmed} ? 'confirmed' : 'alone'}++;
		note("seen by no judge: $race->{what}") if !$race->{is_confirmed};
	}
}

for my $judge (grep { !is_installed($_->{needs}) } @judges) {
	diag("$judge->{title} is left out: $judge->{needs} is not installed");
}
my %is_there;
for my $folder (qw(bad ok)) {
	for my $program (programs($folder)) {
		$is_there{$program->{name}} = 1;
		subtest "$folder/$program->{name}" => sub { check_program($folder, $program) };
	}
}

for my $judge (grep { is_installed($_->{needs}) } @judges) {
	my $count = $count{$judge->{name}} || {};
	diag("$judge->{title}: ", join(', ', map { "$count->{$_} $_" } sort keys %$count) || 'no reports');
	ok($count->{found}, "$judge->{title} was understood: some of its reports are found") if !@ARGV;
}
diag("Treadle's data races: ", $count{treadle}{confirmed} || 0, ' seen by a judge as well, ', $count{treadle}{alone} || 0, ' by none');
diag("no longer needed: $_->{text}") for grep { $is_there{$_->{program}} && !$_->{is_used} } @explained;
ok($is_there{$_->{program}}, "there is a program $_->{program}") for @ARGV ? () : @explained;
done_testing;
