#!/usr/bin/perl
# A systematic search finds nothing in the programs of t/ok, and does not say of one of t/bad that it is complete, and nothing found:
# by trace and by rf, without the random executions that come first otherwise.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my @needed = qw(spin_by_chance sync_guards_close created_late cancel_before_signal); # have been reported wrongly, or not at all
my $every = $is_long ? 1 : 12;                                    # of the others, one in so many

sub some_of {
	my ($folder) = @_;
	my $number = 0;
	return grep { my $name = $_->{name}; $number++ % $every == 0 || grep { $_ eq $name } @needed } programs($folder);
}

sub search {
	my ($program, $equivalence) = @_;
	my ($binary, $said) = weave($program, 'gcc');
	return fail("$program->{name}: $said") if !$binary;
	my ($directory, $status, $out, $err) =
		explore($program, $binary, '--quiet', '--time', $is_long ? 6 : 3, '--equivalence', $equivalence);
	return ($status, $out =~ /^(.*)\n\z/m ? $1 : $err);
}

sub is_to_be_tried {
	my ($program) = @_;
	return !$program->{needs} || is_installed($program->{needs});
}

for my $equivalence (qw(trace rf)) {
	for my $program (grep { is_to_be_tried($_) } some_of('ok')) {
		my ($status, $last) = search($program, $equivalence);
		isnt($status, 1, "ok/$program->{name}, $equivalence: nothing is found") or diag($last);
	}
	for my $program (grep { is_to_be_tried($_) } some_of('bad')) {
		my ($status, $last) = search($program, $equivalence);
		unlike($last, qr/^complete: .* 0 findings/, "bad/$program->{name}, $equivalence: not complete without a finding");
	}
}
done_testing;
