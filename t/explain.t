#!/usr/bin/perl
# Programs with a fault that is known: explain must name it.
#
# t/explain/table has the thirteen programs of the table of "A Dynamic Approach to Identifying Erroneous Event in
# Concurrent Program" (Huatuo), written anew in C: each with the fault that the literature describes, and with the
# number of executions with least concurrency that Huatuo needed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Explained;
use Loom;
use Test::More;

sub check_table {
	my ($program) = @_;
	my ($binary, $messages) = weave($program, 'gcc');
	ok($binary, 'compiles') or return diag($messages);
	is($messages || '', '', 'without a warning');
	my ($said, $wrong, $directory) = explained($program, $binary);
	ok($said, 'is explained') or return diag($wrong);
	my @faults = faults_of_explanation(known_cause($program->{file}), $said);
	is("@faults", '', 'as it is known') or diag(join "\n", "$said->{kind}: $said->{sentence}", @faults);
}

for my $program (programs('explain/table')) {
	subtest $program->{name} => sub { check_table($program) };
}
done_testing;
