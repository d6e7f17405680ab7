#!/usr/bin/perl
# Small random programs: what `--equivalence trace` finds is what brute force finds, each class once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Generated;
use Loom;
use Test::More;

my ($programs, $listings) = $is_long ? (5000, 20000) : (300, 2000);

# What every random choice may lead to, as the listing names it.
my @words = qw(read write write-sum fill move atomic-load atomic-store fetch-add exchange compare-exchange lock try-lock unlock
	       post wait try-wait get-value cond-until cond-wait cond-token cond-signal cond-broadcast read-lock try-read-lock
	       write-lock try-write-lock rw-unlock meet once skip-if-odd create join choose);

my ($binary, $messages) = build_generator('gcc');
ok($binary, 'the generator compiles') or BAIL_OUT($messages);
is($messages || '', '', 'without a warning');

subtest 'the generator' => sub {
	my (%count, %threads, $nested);
	for my $seed (1 .. $listings / 10) {
		my $listing = listing($binary, $seed);
		$count{$1}++ while $listing =~ /^ +\d+ +([a-z-]+)/mg;
		$threads{() = $listing =~ /^thread/mg}++;
		$nested++ if $listing =~ /^(?:main|thread \d)\n(?: .*\n)*? +\d+ {3,}create/m;
	}
	ok($count{$_}, "$_ occurs") for @words;
	is(join(' ', grep { my $word = $_; !grep { $_ eq $word } @words } sort keys %count), '', 'nothing else does');
	is(join(' ', sort keys %threads), '1 2 3 4', 'there are programs with 1 to 4 threads besides main');
	ok($nested, 'a thread may be created or not');
	is(listing($binary, 7), listing($binary, 7), 'a seed is one program');
	isnt(listing($binary, 7), listing($binary, 8), 'another seed is another');
	unlike(listing($binary, '--features', 'semaphores', $_), qr/lock|read|write/, "only semaphores, seed $_") for 1 .. 5;
};

my ($same, $skipped) = (0, 0);
for my $seed (1 .. $programs) {
	my $result = compare($binary, 'trace', $seed);
	$result->{skipped} ? $skipped++ : @{$result->{faults}} ? fail("seed $seed") : $same++;
	diag(difference($result, $binary, 'trace', $seed)) if @{$result->{faults}};
}
cmp_ok($same, '>', 0.9 * $programs, "$same of $programs programs agree, $skipped are too large");
done_testing;
