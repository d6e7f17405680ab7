#!/usr/bin/perl
# More threads than Treadle can have: an execution ends there, which is neither a finding nor a failure of pthread_create.  And more than
# it has made room for.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $room = File::Temp->newdir;

sub explore_program {
	my ($name, @options) = @_;
	my ($status, $out, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-g', '-o', $name, "$root/t/threads/$name.c");
	is("$status$out$err", '0', "$name compiles");
	return run("$room", $treadle, '-q', @options, "./$name");
}

my ($status, $out, $err) = explore_program('one_by_one', '--executions', 5);
is("$status$err", '0', 'nothing is reported about threads one after the other');
like($out, qr/^5 executions were cut after \d+ events \(--max-events\), or with more threads than Treadle can have, later ones sooner: nearly none came to its end$/m, '... but said');
like($out, qr/^stopped: 0 classes, 5 executions, 0 findings\n\z/m, '... and no class is counted');

($status, $out, $err) = explore_program('without_end', '--executions', 100, '--races', 'off');
is("$status$err", '1', 'what threads that are made for ever do wrong is found');
like($out, qr/^without_end: assertion failed: inside == 1\b/, '... and reported');
($status, $out) = run("$room", $treadle, 'replay', 'without_end.trd');
is($status, 1, '... and replays');

# There is room for eight at first; an execution that has more begins again with more room, and nothing is lost by that.
($status, $out, $err) = explore_program('late', '-k', '--equivalence', 'trace');
is("$status$err", '1', 'what is wrong before there are many threads is found');
like($out, qr/^complete: 1 classes, 1 executions, 1 findings\n\z/m, '... in all classes');
($status, $out, $err) = explore_program('rarely_many', '--equivalence', 'trace');
is("$status$err", '0', 'nothing is wrong with threads that are many in one class only');
like($out, qr/^complete: 720 classes, 720 executions, 0 findings\n\z/m, '... and no class is missed');
# A stack that is used again belongs to its new thread.
($status, $out, $err) = explore_program('stacks_again', '--strategy', 'random', '--executions', 20);
is("$status$err", '0', 'nothing is wrong with variables on stacks that are used again');
done_testing;
