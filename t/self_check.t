#!/usr/bin/perl
# The runtime checks its own invariants at every step (the list of threads that can run, the thread pointer, memory put back to
# the last byte), while its limits are so small that it meets them all the time: nothing is found in the right programs, and
# what is wrong in the others is still found.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my $every = $is_long ? 1 : 3; # of so many programs one is searched

sub check {
	my ($program, $expected, @options) = @_;
	my ($binary, $messages) = weave($program, 'gcc');
	ok($binary, "$program->{name} compiles") or return diag($messages);
	my ($directory, $status, $out, $err) = explore($program, $binary, '--self-check', @options);
	unlike($err, qr/self-check/, "$program->{name}: no invariant is broken");
	is($status, $expected, "$program->{name}: exit status $expected") or diag("$out$err");
}

# A search goes back to a mark wherever it can, and runs each such execution from its beginning as well.
sub check_search {
	my ($program, $is_right) = @_;
	my ($binary) = weave($program, 'gcc');
	return if !$binary; # said above
	my ($directory, $status, $out, $err) = explore($program, $binary, qw(--self-check -q --keep-going --equivalence trace --races off --executions 60 --time 60));
	unlike($err, qr/self-check|did not replay/, "$program->{name}: ... nor by a search");
	is($status, 0, "$program->{name}: ... which finds nothing") or diag("$out$err") if $is_right;
}

my @small = ('--executions', 200, '--strategy', 'random,pos,pct,preemptions:2');
my $half = $is_long ? 1 : 2;
check($_, 0, @small) for one_in($half, grep { !$_->{needs} } programs('ok'));
check($_, 1) for one_in($half, grep { !$_->{needs} } programs('bad'));
check_search($_, 1) for one_in($every, grep { !$_->{needs} } programs('ok'));
check_search($_, 0) for one_in($every, grep { !$_->{needs} } programs('bad'));
done_testing;
