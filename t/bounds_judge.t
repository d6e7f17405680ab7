#!/usr/bin/perl
# Whether the programs of t/bounds are right about themselves: what they say about their loops is compared with how many threads
# they create, and how many are alive, when they run in a world that means them no good (t/judge).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Judge;
use Loom;
use Test::More;

# Where a program does not say what it does.
my %is_other = (
	wrapper_four_calls => 'its loop is beyond the limit', wrapper_not_followed => 'its loop is beyond the limit',
	relay_found => 'counts on threads that are slow to end, and nobody is kept from that here',
	kind_next => 'its list ends, so that it is even bounded',
	join_unless_stopped_near => 'its threads would have to be interrupted at the same place in every round',
	(map { $_ => 'a function that is not there would have to end a thread' } qw(flag_ended_elsewhere flag_ended_elsewhere_near)),
);

# What says that more and more are created is looked at until that is seen.
my %runs = (unbounded => 6000, alive => 1000, bounded => 1000);

# The worst of what a program says.
sub said_by {
	my ($program) = @_;
	my %verdicts = map { $_->{verdict} => 1 } values %{$program->{loops}};
	return $verdicts{unbounded} || $verdicts{suppressed} ? 'unbounded' : $verdicts{alive} ? 'alive' : 'bounded';
}

plan skip_all => 'takes long; make check-long runs it' if !$is_long && !@ARGV;
for my $program (grep { @{$_->{files}} == 1 && $_->{path} =~ /\.c$/ && $_->{name} !~ /^(resource|mixed)_/ } bounds_programs()) {
	my $said = said_by($program);
	SKIP: {
		skip "$program->{name}: $is_other{$program->{name}}", 1 if $is_other{$program->{name}};
		is judge($runs{$said}, $program->{path}, @{$program->{options}}), $said, $program->{name};
	}
}
done_testing;
