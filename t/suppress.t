#!/usr/bin/perl
# treadle.suppress: what it silences, what it does not, and what is said about it.  Which lines are understood is in
# t/unit/suppress_test.c.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use JSON::PP qw(decode_json);
use Loom;
use Test::More;

my $room = File::Temp->newdir;

for (['race', 't/formats/race.c'], ['handed_over', 't/deadlocks/handed_over.c'], ['two', 't/formats/two.c'], ['pool', 'examples/pool/pool_test.c']) {
	my ($status, $out, $err) = run($root, $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', "$room/$_->[0]", $_->[1]);
	is("$status$out$err", '0', "$_->[0] compiles");
}

# Explores with these entries in treadle.suppress; status, output and messages.
sub explored {
	my ($entries, @command) = @_;
	open my $out, '>', "$room/treadle.suppress" or die;
	print $out $entries;
	close $out;
	unlink glob "$room/*.trd";
	return run($room, $treadle, '-q', @command);
}

sub last_line { return ($_[0] =~ /^(.*)\n\z/m)[0] // '' }

for my $entry ('race variable counters.hits: why', 'race variable counters.*: why', 'race function count_hit: why',
	       'race function main: why', 'race file race.c: why', 'race file formats/*: why', 'any function read_hits: why') {
	my ($status, $out, $err) = explored("$entry\n", './race');
	is("$status $err", '0 ', $entry);
	like($out, qr/\Asilenced: 1 data race\ncomplete: \d+ classes, \d+ executions, 0 findings\n\z/, '... is silenced, and that is said');
	is(join(' ', glob "$room/*.trd"), '', '... and not written');
}
for my $entry ('deadlock variable counters.hits: why', 'race variable counters.misses: why', 'race function count: why') {
	my ($status, $out) = explored("$entry\n", './race');
	is($status, 1, "$entry: another matter");
}

my ($status, $out, $err) = explored("race function gone: why\nrace function main: why\ndeadlock function gone: why\nany file x: why\n", './race');
is($err, "treadle: warning: treadle.suppress:1: nothing was silenced by race function gone\n",
   'an entry that silenced nothing is named; not one that could not have');
is((explored("race function gone: why\n", '-n', 10, './race'))[2], '', '... but not if the search was stopped');
is((explored("race function gone: why\n", '--races', 'off', './race'))[2], '', '... nor if races were not looked for');

my @hunt = ('-s', 'random', '-n', 100, './handed_over');
for my $entry ('deadlock variable left: why', 'deadlock function second: why', 'any file handed_over.c: why') {
	($status, $out, $err) = explored("$entry\n", @hunt);
	is("$status $err", '0 ', $entry);
	like($out, qr/\Asilenced: 1 predicted deadlock\nstopped: /, '... is not predicted');
	my $report = decode_json((explored("$entry\n", '--format', 'json', @hunt))[1]);
	is("@{$report->{predicted}}", '', '... nor in a report for machines');
	like($report->{summary}, qr/^silenced: 1 predicted deadlock$/m, '... where it is said');
}
like((explored("deadlock function nobody: why\n", @hunt))[1], qr/^predicted: lock-order cycle/, 'of others it is');

# What has happened is no matter of opinion.
my $everything = join '', map { "any $_ *: why\n" } qw(function file variable);
is((explored($everything, './pool'))[0], 1, 'a deadlock cannot be silenced');
is((explored($everything, '--equivalence', 'trace', './two'))[0], 1, 'nor a failed assertion');

($status, $out, $err) = explored("race here: why\n", '--format', 'json', '-o', 'report', './race');
is("$status$out", '2', 'a line that is not understood');
like($err, qr/\Atreadle: treadle\.suppress:1: [^\n]+\n\z/, '... is named in one line');
ok(!-e "$room/report", '... and nothing is written');
($status, $out, $err) = explored('', '--suppress', 'nowhere', './race');
is("$status$out$err", "2treadle: nowhere: No such file or directory\n", 'a file that is not there');
open my $other, '>', "$room/other" or die;
print $other "race function main: why\n";
close $other;
is((explored("nonsense\n", '--suppress', 'other', './race'))[0], 0, '--suppress names another file');
done_testing;
