#!/usr/bin/perl
# Executions that begin alike: below a prefix of an execution, a search by traces finds the classes that brute force finds, each once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Generated;
use Loom;
use Test::More;

my $programs = $is_long ? 600 : 40;
my $first = $ENV{TREADLE_SEED} // 1;
my @features = qw(memory atomics locks semaphores rwlocks conditions barriers onces branches choices);

sub explored {
	my ($room, $how, $begin, @program) = @_;
	unlink "$room/classes";
	my ($status, $out, $err) = run($room, $treadle, '-q', '-k', '--races', 'off', '--executions', 20000, '--time', 60, '--classes', 'classes',
				       @$how, '--begin', $begin, @program);
	my ($verdict, $classes, $executions) = $out =~ /^(\w+): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	my $list = -e "$room/classes" ? slurp("$room/classes") : '';
	$list =~ s/ \d+$//mg;
	return { verdict => $verdict // "none ($status)", list => join(' ', sort split /\n/, $list), classes => $classes, executions => $executions,
		 says => "$out$err" };
}

# Of a program's execution by turns drawn, some prefixes.
sub check_program {
	my ($binary, $seed) = @_;
	my $room = File::Temp->newdir;
	my @program = ($binary, '--features', join(',', @features[$seed % @features, ($seed * 7 + 3) % @features]), '--threads', 2 + $seed % 2,
		       '--operations', 3, $seed);
	my ($status, $out, $err) = run($room, $treadle, qw(run --strategy random --seed), $seed, '-o', 'one.trd', @program);
	return (0, 0) if !-e "$room/one.trd";
	my ($events) = (run($room, $treadle, qw(show --format json one.trd)))[1] =~ /"event_count": ?(\d+)/;
	$events //= 12;
	my ($same, $different) = (0, 0);
	for my $part (0.2, 0.4, 0.6, 0.8) {
		my $begin = 'one.trd@' . int($events * $part);
		my $force = explored($room, [qw(-e interleaving)], $begin, @program);
		next if $force->{verdict} ne 'complete';
		my $search = explored($room, [qw(-e trace)], $begin, @program);
		next if $search->{verdict} eq 'bounded';
		my $is_same = $search->{verdict} eq 'complete' && $search->{list} eq $force->{list} && $search->{classes} == $search->{executions};
		$is_same ? $same++ : $different++;
		diag("@program, $begin:\nby force: $force->{says}by trace: $search->{says}") if !$is_same;
	}
	return ($same, $different);
}

my ($binary, $messages) = build_generator('gcc');
ok($binary, 'the generator compiles') or BAIL_OUT($messages);
my ($same, $different) = (0, 0);
for my $seed ($first .. $first + $programs - 1) {
	my @counts = check_program($binary, $seed);
	$same += $counts[0];
	$different += $counts[1];
}
is($different, 0, 'below every prefix the search finds what brute force finds');
cmp_ok($same, '>', 2 * $programs, 'most prefixes could be compared');
note("$same prefixes");
done_testing;
