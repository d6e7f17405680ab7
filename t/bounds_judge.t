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

# Where a program, or one of its functions, does not say what it does.
my %is_other = (
	wrapper_four_calls => 'its loop is beyond the limit', wrapper_not_followed => 'its loop is beyond the limit',
	relay_found => 'counts on threads that are slow to end, and nobody is kept from that here',
	kind_next => 'its list ends, so that it is even bounded',
	join_unless_stopped_near => 'its threads would have to be interrupted at the same place in every round',
	(map { $_ => 'a function that is not there would have to end a thread' } qw(flag_ended_elsewhere flag_ended_elsewhere_near)),
	'resource_sockets_released: by_thread' => 'has as many sockets as threads, which are not looked for',
	'two_programs_near: server.c main' => 'takes two programs for one',
	(map { ("programs_$_" => 'is several programs, which are joined to one here') } qw(apart apart_near included_near plugin_near)),
);

plan skip_all => 'takes long; make check-long runs it' if !$is_long && !@ARGV;
for my $program (grep { !grep { !/\.c$/ } @{$_->{files}} } bounds_programs()) {
	SKIP: {
		skip "$program->{name}: $is_other{$program->{name}}", 1 if $is_other{$program->{name}};
		for my $judged (judge($program)) {
			my $name = "$program->{name}: $judged->{name}";
			SKIP: {
				skip "$name: $is_other{$name}", 1 if $is_other{$name};
				is $judged->{verdict}, $judged->{said}, $name;
			}
		}
	}
}
done_testing;
