#!/usr/bin/perl
# Executions that must keep to constraints, against brute force: drawn ones, all there are, and what is said of each
# class (t/unit/constraints_check.c does the work).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Generated;
use Loom;
use Test::More;

my $programs = $is_long ? 1000 : 25;
my $sets = 8;
my $first = $ENV{TREADLE_SEED} // 1;
my @features = qw(memory atomics locks semaphores rwlocks conditions onces branches choices);
my $check = "$Loom::build/t/unit/constraints_check";

# What is said of a program's sets: how many there are, wrong, impossible, vague, and gone through within a bound; none
# if the program is too large or has one class alone.
sub counts_of {
	my ($binary, $seed) = @_;
	my @drawn = @features[$seed % @features, ($seed * 7 + 3) % @features];
	my @sizes = ('--threads', 2 + $seed % 2, '--operations', 3);
	my @program = ($binary, '--features', join(',', 'memory', @drawn), @sizes, $seed);
	my ($status, $out, $err) = run('/', $check, $seed, $sets, @program);
	return () if $out =~ /^skipped/m;
	my @counts = $out =~ /^(\d+) sets, (\d+) wrong, (\d+) impossible, (\d+) vague, (\d+) bounded, \d+ orders$/m;
	diag("seed $seed (@program): $out$err") if !@counts || $counts[1];
	return @counts ? @counts : (0, 1, 0, 0, 0);
}

my ($binary, $messages) = build_generator('gcc');
ok($binary, 'the generator compiles') or BAIL_OUT($messages);
my ($all, $wrong, $impossible, $vague, $bounded) = (0) x 5;
for my $seed ($first .. $first + $programs - 1) {
	my @counts = counts_of($binary, $seed) or next;
	$all += $counts[0];
	$wrong += $counts[1];
	$impossible += $counts[2];
	$vague += $counts[3];
	$bounded += $counts[4];
}
is($wrong, 0, 'constrained executions come to what brute force says, and to all of it');
cmp_ok($all, '>', 5 * $programs, 'many sets of constraints');
cmp_ok($impossible, '>', $all / 20, 'some cannot be kept to');
cmp_ok($vague, '<', $all / 4, 'most could be compared');
cmp_ok($bounded, '>', $all / 3, 'many were gone through within a bound');
my $held;
($held, $messages) = weave({ file => "$root/t/constraints/held.c", name => 'held', flags => [] }, 'gcc');
ok($held, 'a program compiles') or BAIL_OUT($messages);
my ($status, $out, $err) = run('/', $check, 'held', $held);
is($out, "in vain: 0 0 0 0 of 200\n", 'what would write over the wanted value is held back') or diag($err);
note("$all sets, $impossible impossible, $vague vague, $bounded bounded");
done_testing;
