#!/usr/bin/perl
# What a search by traces finds does not depend on which thread goes on where any may: with turns drawn by several seeds (`--ranks`)
# there are the same verdict, classes, each once, and findings.  For random programs and for some of those of t/bad brute force says
# which.  (figures.t, spin.t, rounds.t, sync.t, cancels.t, futexes.t and descriptors.t ask the same of their programs.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Generated;
use Loom;
use Ranks;
use Test::More;

my @seeds = $is_long ? (1 .. 2) : (1);
my $most = $is_long ? 1000 : 300; # classes
my $every = $is_long ? 1 : 4;     # of so many programs one is taken

my @mixes = ([], map { ['--features', $_] } 'memory,atomics', 'locks', 'semaphores,memory', 'conditions,memory', 'choices,atomics',
	     'memory,locks,conditions,timed,assumes,checks', 'timed,conditions,semaphores', 'barriers,onces,locks', 'rwlocks,branches');

# Programs of t/bad and t/ok that have shown what depended on the order, how many classes they have (-: that depends on the C++ library),
# and what it was.
my @telling = (
	['ok', 'cancel_workers', 32, 'what the runtime does to look at a thread is no step of the program'],
	['bad', 'refcount', 7, 'who uses what was freed depends on the free'],
	['bad', 'race_free', 3, '... also where nobody has used it before'],
	['bad', 'double_free', 6, '... and so does a second free'],
	['bad', 'cpp_shared_pointer', '-', 'whether a pointer to virtual functions is written shows when the thread has its turn'],
	['bad', 'timedjoin_ignored', 3, '... and what comes to light before a thread has its turn'],
	['ok', 'robust_mutex', 2, 'who ends with a robust mutex unlocks it'],
	['bad', 'exit_handler', 4, 'the end of the program is an operation in a search and in a replay'],
);

my %too_large = map { $_ => 1 } qw(cancel_workers cpp_shared_pointer); # for brute force
my %is_apart = map { $_ => 1 } qw(poller_and_poll); # how often it gives up waiting, which is bounded, depends on whose turn it is

my ($generator, $messages) = build_generator('gcc');
ok($generator, 'the generator compiles') or BAIL_OUT($messages);

# Where brute force, too, leaves something out there is nothing to compare with.
sub check_random {
	my ($ranks, @options) = @_;
	my ($same, $left, $first) = (0, 0, 1000 * $ranks);
	for my $seed ($first + 1 .. $first + ($is_long ? 100 : 8)) {
		my $mode = "trace --ranks $ranks";
		my $result = compare($generator, $mode, @options, $seed);
		my $is_left = $result->{skipped} || $result->{oracle}{verdict} eq 'bounded';
		$is_left ? $left++ : @{$result->{faults}} ? fail("$mode: random_program @options $seed") : $same++;
		diag(difference($result, $generator, $mode, @options, $seed)) if !$is_left && @{$result->{faults}};
	}
	cmp_ok($same, '>', $left, "turns $ranks, @options: $same programs agree with brute force, $left are too large");
}

sub woven {
	my ($program) = @_;
	return if $program->{needs} && !is_installed($program->{needs});
	my ($binary, $what) = weave($program, 'gcc');
	ok($binary, "$program->{name} compiles") or diag($what);
	return $binary;
}

# Whether the usual order came to the end of it.
sub check_program {
	my ($program) = @_;
	my $binary = woven($program) or return 0;
	my @how = ($program->{name}, [@{$program->{options}}, '--executions', $most]);
	my $usual = explore_ranked(0, @how, $binary);
	return 0 if $usual->{verdict} ne 'complete';
	for my $seed (@seeds) {
		my @faults = compare_ranked($usual, explore_ranked($seed, @how, $binary));
		is(join('; ', @faults), '', "$program->{name}: the same with turns $seed") or return 1;
	}
	return 1;
}

sub check_folder {
	my ($folder) = @_;
	my ($number, $taken, $complete) = (0, 0, 0);
	for my $program (programs($folder)) {
		next if ($number++ % $every && !@ARGV) || $is_apart{$program->{name}};
		$taken++;
		$complete += check_program($program);
	}
	cmp_ok($complete, '>', $taken / 2, "$folder: $complete of $taken are complete, and compared");
}

sub check_telling {
	my ($folder, $name, $classes, $what) = @_;
	my ($program) = grep { $_->{name} eq $name } programs($folder);
	my $binary = woven($program) or return;
	my @how = ($name, []);
	my $all = explore_ranked($too_large{$name} ? 0 : undef, @how, $binary);
	is("$all->{verdict} $all->{classes}", "complete $classes", "$name has $classes classes") if $classes ne '-';
	for my $seed ($too_large{$name} ? @seeds : 0 .. 8) {
		is(join('; ', compare_ranked($all, explore_ranked($seed, @how, $binary))), '', "$what (turns $seed)");
	}
}

if (!@ARGV) {
	check_telling(@$_) for @telling;
	for my $ranks (@seeds) {
		check_random($ranks, @$_) for @mixes;
	}
}
check_folder($_) for qw(ok bad);
done_testing;
