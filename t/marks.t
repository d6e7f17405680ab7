#!/usr/bin/perl
# Executions that go on from a mark inside the one before (rt/state/mark.h) are those that they are when run from their beginning: the
# same classes, findings and end of the search, for every program of t/bad, t/ok and t/marks.  What the kernel remembers cannot be gone back
# behind, so programs that ask it for something that lasts do without marks.
use strict;
use warnings;
use File::Temp;
use FindBin;
use List::Util qw(max);
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my %executions = (bad => $is_long ? 1000 : 25, ok => $is_long ? 1000 : 25, marks => 20000);
# So many that some executions are so long that it is asked whether they go round for ever (rt/loops/livelock.h); in the last one it is tried.
my %deep = (blinker => 1000, livelock_alone => 35, requeue_under_lock => 500, trylock_backoff => 1000, try_two_locks => 5000);
my @without = qw(pipe_stages own_stacks); # descriptors; stacks that are not ours
my @with = qw(poll_under_lock all_kinds masked_and_large); # nothing of the kind

sub searched {
	my ($program, $binary, $executions, $seconds, @options) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --stats --races off --equivalence trace --classes classes), '--executions', $executions, '--time', $seconds,
				       @options, @{$program->{options} || []}, $binary, @{$program->{arguments} || []});
	my ($marks) = $out =~ /^stats: (\d+) marks/m;
	my ($end) = $out =~ /^(\w+: \d+ classes, \d+ executions, \d+ findings)\n\z/m;
	return { status => $status, end => $end // 'none', marks => $marks // 0, list => -e "$room/classes" ? slurp("$room/classes") : '', err => $err };
}

my ($compared, $marked) = (0, 0);
for (map { my $folder = $_; map { [$folder, $_] } programs($folder) } qw(bad ok marks)) {
	my ($folder, $program) = @$_;
	next if $program->{needs} && !is_installed($program->{needs});
	my ($binary, $messages) = weave($program, 'gcc');
	ok($binary, "$program->{name} compiles") or diag($messages), next;
	my $is_deep = exists $deep{$program->{name}};
	my $most = max($executions{$folder}, $deep{$program->{name}} // 0);
	my ($marks, $start) = map { searched($program, $binary, $most, $is_deep ? 50 : 10, @$_) } [], ['--from-start'];
	is($start->{marks}, 0, "$program->{name}: there are no marks where none are wanted");
	is($marks->{marks}, 0, '... nor where the kernel remembers') if grep { $_ eq $program->{name} } @without;
	cmp_ok($marks->{marks}, '>', 0, '... but elsewhere there are') if grep { $_ eq $program->{name} } @with;
	my $is_late = grep { $_->{end} =~ /^stopped/ && $_->{end} !~ /, $most executions/ } $marks, $start;
	ok(!$is_late, "$program->{name} is compared") if $is_deep;
	next if $is_late;
	$compared += $start->{end} ne 'none';
	$marked += $marks->{marks} > 0;
	my $same = is($marks->{end}, $start->{end}, "$program->{name} ends the same with marks");
	$same &= is($marks->{list}, $start->{list}, "$program->{name} has the same classes with marks");
	diag("$marks->{err}$start->{err}") if !$same;
}
if (!@ARGV) {
	cmp_ok($compared, '>', 250, "$compared programs are compared");
	cmp_ok($marked, '>', 200, "... $marked of them with marks");
}
done_testing;
