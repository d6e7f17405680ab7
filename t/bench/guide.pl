#!/usr/bin/perl
# make bench-guide: the tables of "Guided test for detecting concurrency errors" (Rungta and Mercer) for the programs of
# t/guide, by `treadle guide`: how often a trial finds the error, what the search costs, and how many places it needs.
# TRIALS=N: so many seeds each (100).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use GuideStudy;
use List::Util qw(max);
use Loom;

my $count = $ENV{TRIALS} // 100;
my @options = qw(--time 10);
my $has_distance = (run($root, $treadle, qw(guide --help)))[1] =~ /\bdistance\b/;

# Of the two numbers of threads, the one that is alone is preferred; bits of the option end at 63.
sub preferred {
	my ($arguments) = @_;
	my $thread = $arguments->[0] == 1 ? 1 : $arguments->[0] + 1;
	return $thread < 64 ? "prefer:T$thread" : undef;
}

my %heuristics = (
	'depth-first' => sub { max(@{$_[0]}) < 100 ? [qw(--heuristic depth-first --executions 200)] : undef },
	constant => sub { [qw(--heuristic constant)] },
	prefer => sub { my $name = preferred($_[0]); $name ? ['--heuristic', $name] : undef },
	distance => sub { $has_distance ? [qw(--heuristic distance)] : undef },
);

my %made; # trials are shared by the tables

sub made {
	my ($row, $heuristic) = @_;
	my ($name, @arguments) = @$row;
	my $more = $heuristics{$heuristic}->(\@arguments) or return;
	return @{$made{"@$row $heuristic"} //= [trials(subject($name), \@arguments, $count, options => [@options, @$more])]};
}

my @order = ('depth-first', 'constant', 'prefer', 'distance');

# The paper's densities: random depth-first search, constant, prefer-thread, e-FCA.
my @densities = (
	[[qw(two_stage 7 1)], qw(0.41 1.00 1.00 1.00)],
	[[qw(two_stage 8 1)], qw(0.04 1.00 1.00 1.00)],
	[[qw(two_stage 10 1)], qw(0.00 1.00 1.00 1.00)],
	[[qw(reorder 9 1)], qw(0.06 1.00 1.00 1.00)],
	[[qw(reorder 10 1)], qw(0.00 1.00 1.00 1.00)],
	[[qw(wrong_lock 1 20)], qw(0.28 1.00 1.00 1.00)],
	[[qw(list_equals 1 7)], qw(0.01 0.37 0.00 1.00)],
	[[qw(list_equals 1 8)], qw(0.00 0.08 0.00 1.00)],
	[[qw(hashtable_deadlock 1 9)], qw(0.00 1.00 n/a 1.00)],
	[[qw(hashtable_deadlock 1 10)], qw(0.00 1.00 n/a 1.00)],
	[[qw(list_unsynchronised 1 5)], qw(0.81 1.00 1.00 1.00)],
	[[qw(list_unsynchronised 1 8)], qw(0.00 1.00 0.01 1.00)],
	[[qw(list_unsynchronised 1 9)], qw(0.00 1.00 0.00 1.00)],
	[[qw(list_unsynchronised 1 10)], qw(0.00 1.00 0.00 1.00)],
	map({ [[@$_]] } [qw(two_stage 100 1)], [qw(reorder 100 1)], [qw(wrong_lock 1 100)], [qw(list_equals 1 100)],
	    [qw(hashtable_deadlock 1 100)], [qw(list_unsynchronised 1 100)]),
);

# ... and its average states: constant, prefer-thread, e-FCA.
my @costs = (
	[[qw(two_stage 7 1)], qw(130839 2206109 213)],
	[[qw(two_stage 8 1)], qw(217637 4436444 250)],
	[[qw(two_stage 10 1)], qw(314590 6690008 333)],
	[[qw(wrong_lock 1 10)], qw(7082 120305 3526)],
	[[qw(wrong_lock 1 20)], qw(24479 3827020 21391)],
	[[qw(reorder 5 1)], qw(5597 977 109)],
	[[qw(reorder 8 1)], qw(36332 3110 197)],
	[[qw(reorder 10 1)], qw(67958 5136 271)],
	[[qw(list_unsynchronised 1 10)], qw(15972 - 14044)],
	[[qw(list_equals 1 10)], qw(10497302 - 1382)],
);

sub words {
	my ($name, @arguments) = @{$_[0]};
	return "$name(" . join(',', @arguments) . ')';
}

sub print_densities {
	printf "Error density in %d trials (the paper's)\n%-26s %s\n", $count, '', join '', map { sprintf '%15s', $_ } @order;
	for my $line (@densities) {
		my ($row, %paper) = ($line->[0], map { $order[$_] => $line->[$_ + 1] } 0 .. 3);
		printf '%-26s ', words($row);
		for my $heuristic (@order) {
			my @trials = made($row, $heuristic);
			printf '%15s', (@trials ? sprintf '%.2f', density(@trials) : '-') . ' (' . ($paper{$heuristic} // '-') . ')';
		}
		print "\n";
	}
}

sub print_cost {
	my ($title, $figure, $format, @paper) = @_;
	printf "\n%s: minimum, average, maximum%s\n%-25s %s\n", $title, @paper ? ' (the average of the paper)' : '', '',
		join '', map { sprintf '%23s', $_ } @order;
	for my $line (@costs) {
		my ($row, %paper) = ($line->[0], map { $paper[$_] => $line->[$_ + 1] } 0 .. $#paper);
		printf '%-25s ', words($row);
		for my $heuristic (@order) {
			my @spread = spread($figure, made($row, $heuristic));
			my $words = @spread ? join ' ', map { sprintf $format, $_ } @spread : '-';
			printf '%23s', $words . ($paper{$heuristic} ? " ($paper{$heuristic})" : '');
		}
		print "\n";
	}
}

# With the first places of the sequence alone.
sub print_places {
	my ($name, @arguments) = @_;
	my $subject = subject($name);
	printf "\nAverage states by the number of places: %s\n", words([@_]);
	for my $places (1 .. @{$subject->{places}}) {
		my @trials = trials($subject, \@arguments, $count, options => \@options, places => [0 .. $places - 1]);
		my @spread = spread(sub { $_[0]{search}{states} }, @trials);
		printf "%d  %10.0f  density %.2f\n", $places, $spread[1] // 0, density(@trials);
	}
}

$| = 1;
print_densities();
print_cost('States', sub { $_[0]{search}{states} }, '%.0f', qw(constant prefer distance));
print_cost('Seconds', sub { $_[0]{search}{seconds} }, '%.3f');
print_cost('Memory in MB', sub { $_[0]{search}{kilobytes} / 1024 }, '%.0f');
print_cost('Events of the execution that fails', sub { $_[0]{events} }, '%.0f');
print_places(qw(list_unsynchronised 1 10));
print_places(qw(two_stage 5 1));
