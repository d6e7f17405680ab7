#!/usr/bin/perl
# make bench-explain: Table 2-1 of "A Dynamic Approach to Identifying Erroneous Event in Concurrent Program" (Huatuo) beside ours,
# as Markdown.  `random_first` is its technique 2 with our engine, of which the mean of several draws is told.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Explained;
use Loom;

my ($random_first, $draws) = (shift @ARGV, 50);
my %published = (account => [8, 17], airline => [14, 40], bubblesort => [13, 21], bufwriter => [9, 17], lottery => [11, 23],
	mergesort => [10, 16], shop => [10, 22], arraylist => [8, 20], hashset => [7, 11], stringbuffer => [13, 21], vector => [10, 16],
	cache4j => [3, 6], raytracer => [14, 41]);
my %has_failed = (airline => 'no', raytracer => 'no');

sub row {
	my ($program) = @_;
	my ($binary, $messages) = weave($program, 'gcc');
	die "$program->{name}: $messages" if !$binary;
	my ($said, $wrong, $directory, $file) = explained($program, $binary);
	die "$program->{name}: $wrong" if !$said;
	my @draws = map { [split ' '] } `$random_first $file $draws`;
	my ($sum, $right) = (0, 0);
	($sum, $right) = ($sum + $_->[0], $right + $_->[1]) for @draws;
	my $is_right = faults_of_explanation(known_cause($program->{file}), $said) ? 'no' : 'yes';
	my ($one, $two) = @{$published{$program->{name}}};
	return sprintf '| %s | %d | %s | %d | %s | %d | %s | %.1f | %d of %d |', $program->{name}, $one,
		$program->{name} eq 'airline' ? 'no' : 'yes', $said->{switches}{completions}, $is_right, $two,
		$has_failed{$program->{name}} // 'yes', $sum / $draws, $right, $draws;
}

print "| program | paper: technique 1 | right | Treadle | right | paper: technique 2 | right | technique 2 by Treadle | right |\n";
print '|', ' --- |' x 9, "\n";
print row($_), "\n" for programs('explain/table');
