#!/usr/bin/perl
# Compares a mode with brute force on many random programs: compare.pl [options] FIRST [LAST]
#
#   --mode NAME            the mode (trace), with options: 'trace -j 3'
#   --compiler NAME        gcc or clang (gcc)
#   --shrink               leave out of a program that differs what is not needed for it
#   --features LIST, --threads N, --operations N, --drop LIST      for random_program
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Getopt::Long;
use Generated;

my ($mode, $compiler, $is_shrinking, %narrow) = ('trace', 'gcc', 0);
GetOptions('mode=s' => \$mode, 'compiler=s' => \$compiler, 'shrink' => \$is_shrinking,
	   map { my $name = $_; ("$name=s" => sub { $narrow{$name} = $_[1] }) } qw(features threads operations drop))
	&& @ARGV >= 1 && @ARGV <= 2 or die "usage: compare.pl [options] FIRST [LAST]\n";
my ($first, $last) = ($ARGV[0], $ARGV[1] // $ARGV[0]);
my @options = map { ("--$_", $narrow{$_}) } sort keys %narrow;
my ($binary, $messages) = build_generator($compiler);
die "compare: $messages" if !$binary;

$| = 1;
my ($same, $skipped, $different) = (0, 0, 0);
for my $seed ($first .. $last) {
	my @arguments = (@options, $seed);
	my $result = compare($binary, $mode, @arguments);
	if ($result->{skipped}) {
		$skipped++;
	} elsif (!@{$result->{faults}}) {
		$same++;
	} else {
		$different++;
		if ($is_shrinking) {
			@arguments = (shrink($binary, $mode, $result->{faults}, @arguments), @arguments);
			$result = compare($binary, $mode, @arguments);
		}
		print difference($result, $binary, $mode, @arguments);
	}
}
print "$same the same, $skipped skipped, $different different\n";
exit($different ? 1 : 0);
