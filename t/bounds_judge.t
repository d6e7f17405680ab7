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

# Where a program says less than it does, because more is not looked for, or cannot be run alone.
my %is_other = (
	wrapper_four_calls => 'its loop is beyond the limit', wrapper_not_followed => 'its loop is beyond the limit',
	creates_named => 'creates nothing that is known here',
	creates_unnamed => 'creates nothing that is known here', fork_asked => 'creates processes', fork_unasked => 'creates processes',
	semaphore_posted_elsewhere => 'its threads would have to run side by side',
	drain_shared => 'its threads would have to run side by side',
	walk_list_shared => 'its threads would have to run side by side',
	paper_tornado => 'its threads would have to run side by side',
	flag_fresh_break => 'needs what poll fills in', poll_sets => 'needs what poll fills in',
	iterator_next => 'needs a structure that is filled in outside',
	join_further_down => 'needs what is read from a file', join_further_down_near => 'needs what is read from a file',
	handoff_lock_near => 'its threads would have to run side by side',
	handoff_semaphore_near => 'its threads would have to run side by side',
	relay => 'its threads would have to run side by side', kind_changed => 'its threads would have to run side by side',
	kind_next => 'needs a structure that is filled in outside', kind_next_kept => 'needs a structure that is filled in outside',
	handoff_flag_near => 'its threads would have to run side by side',
	pipe_read_late => 'its threads would have to run side by side',
	flag_signal_again => 'needs signals',
	(map { $_ => 'its threads would have to run side by side' } qw(join_unless_stopped join_unless_stopped_near)),
	(map { $_ => 'needs functions that are elsewhere' } qw(flag_ended_elsewhere flag_ended_elsewhere_near)),
	pointer_other_type => 'needs functions to point to', pointer_table => 'needs functions to point to',
	pointer_parentheses => 'needs functions to point to',
	pointer_fetched => 'needs a library', pointer_fetched_near => 'needs a library',
	pointer_nobody => 'needs functions to point to', pointer_nobody_near => 'needs functions to point to',
	held_limit_given_near => 'needs a library', held_limit_object_near => 'needs a library', held_limit_library_near => 'needs a library',
	(map { $_ => 'needs connections' } map { "restart_$_" } qw(waited bad_near inactive_near other_near refused_near unwaited_near)),
	held_limit_thread_near => 'its threads would have to run side by side',
	member_beside_near => 'its threads would have to run side by side',
	walk_own_queue => 'its threads would have to run side by side',
);

# The worst of what a program says.
sub said_by {
	my ($program) = @_;
	my %verdicts = map { $_->{verdict} => 1 } values %{$program->{loops}};
	return $verdicts{unbounded} || $verdicts{suppressed} ? 'unbounded' : $verdicts{alive} ? 'alive' : 'bounded';
}

plan skip_all => 'takes long; make check-long runs it' if !$is_long && !@ARGV;
for my $program (grep { @{$_->{files}} == 1 && $_->{path} =~ /\.c$/ && $_->{name} !~ /^(resource|mixed)_/ } bounds_programs()) {
	SKIP: {
		skip "$program->{name}: $is_other{$program->{name}}", 1 if $is_other{$program->{name}};
		is judge($program->{path}), said_by($program), $program->{name};
	}
}
done_testing;
