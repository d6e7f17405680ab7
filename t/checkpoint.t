#!/usr/bin/perl
# --checkpoint: a search that is stopped goes on where it was, and comes to the same end.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my $figures = "$root/t/../examples/figures";
my ($readers, $messages) = weave({ file => "$figures/readers.c", name => 'checkpoint_readers', flags => ["-I$figures"] }, 'gcc');
BAIL_OUT($messages) if !$readers;
my ($philosophers) = weave({ file => "$figures/philosophers.c", name => 'checkpoint_philosophers', flags => ["-I$figures"] }, 'gcc');

# Explores in pieces of so many executions; what was said each time.
sub in_pieces {
	my ($room, $piece, $command, @options) = @_;
	my @said;
	for (my $most = $piece; @said < 100; $most += $piece) {
		my ($status, $out, $err) = run($room, $treadle, '-q', @options, '--checkpoint', 'here', '-n', $most, @$command);
		push @said, { status => $status, out => $out, err => $err };
		return @said if $out !~ /^stopped: /m;
	}
	return @said;
}

for (['trace', [], 1024, [$readers, 10], 300], ['trace', ['-j', 2], 1024, [$readers, 10], 300], ['rf', [], 1024, [$readers, 10], 300],
     ['interleaving', [], 5040, [$readers, 6], 2000]) {
	my ($equivalence, $options, $executions, $command, $piece) = @$_;
	my $room = File::Temp->newdir;
	my @said = in_pieces($room, $piece, $command, '--equivalence', $equivalence, @$options);
	is(scalar @said, 1 + int(($executions - 1) / $piece), "$equivalence @$options: so many pieces");
	like($said[-1]{out}, qr/^complete: \d+ classes, $executions executions, 0 findings\n\z/m, '... and all of it at the end');
	is($said[-1]{err}, '', '... without a word');
	ok(!-e "$room/here", '... and no file is left');
}

# With findings: each is reported once.
{
	my $room = File::Temp->newdir;
	my @said = in_pieces($room, 20, [$philosophers, 6], '--equivalence', 'trace', '--keep-going');
	like($said[-1]{out}, qr/^complete: 63 classes, 63 executions, 1 findings\n\z/m, 'findings are counted on');
	is(scalar(grep { $_->{out} =~ /deadlock: / } @said), 1, '... and reported once');
}

# What a search has learned of the program is kept too: it does not begin anew.  A data race does not end it.
my ($locked) = weave({ file => "$root/t/checkpoint/locked.c", name => 'checkpoint_locked', flags => [] }, 'gcc');
for (['locks', 90, [$locked], 0], ['a data race', 3240, [$locked, 'racy'], 1], ['threads that are alike', 75, [$locked], 0, '--reduce', 'symmetry']) {
	my ($name, $executions, $command, $races, @options) = @$_;
	my $room = File::Temp->newdir;
	my $piece = int($executions / 4);
	my @said = in_pieces($room, $piece, $command, '--equivalence', 'trace', @options);
	is(scalar @said, 1 + int(($executions - 1) / $piece), "$name: so many pieces");
	like($said[-1]{out}, qr/^complete: $executions classes, $executions executions, $races findings\n\z/m, '... and all of it at the end');
	is(scalar(grep { $_->{out} =~ /began anew/ } @said[1 .. $#said]), 0, '... without a new beginning');
	is(scalar(grep { $_->{out} =~ /: data race on unlocked: / } @said), $races, '... and the race is reported once');
	is(scalar(grep { $_->{status} != $races } @said), 0, '... and counts each time');
}

# A limit ends a search that has found a data race, and is said to have.
{
	my $room = File::Temp->newdir;
	my ($status, $out) = run($room, $treadle, qw(-q --equivalence trace --checkpoint here -t 0.5), $locked, 'racy', 'long');
	is($status, 1, 'the time is up after a data race');
	like($out, qr/^time was up after 0.5 s \(--time\)\nstopped: \d+ classes, \d+ executions, 1 findings\n\z/m, '... which is said');
	ok(-s "$room/here", '... and there is a checkpoint');
}

# What it must not go on with.
{
	my $room = File::Temp->newdir;
	run($room, $treadle, qw(-q --equivalence trace --checkpoint here -n 100), $readers, 10);
	ok(-s "$room/here", 'a checkpoint');
	for (['other arguments', qr/another program, or with other arguments/, '--equivalence', 'trace', '--checkpoint', 'here', $readers, 9],
	     ['other options', qr/another program, or with other arguments/, '--equivalence', 'trace', '--fifo', '--checkpoint', 'here', $readers, 10]) {
		my ($name, $what, @command) = @$_;
		my ($status, $out, $err) = run($room, $treadle, '-q', @command);
		is($status, 2, "$name: refused");
		like($err, $what, '... with a reason');
		ok(-s "$room/here", '... and the file stays');
	}
	my $bytes = slurp("$room/here");
	for (['cut', substr($bytes, 0, length($bytes) / 2)], ['something else', "not at all\n" x 10]) {
		open my $file, '>', "$room/bad" or die $!;
		print $file $_->[1];
		close $file;
		my ($status, $out, $err) = run($room, $treadle, qw(-q --equivalence trace --checkpoint bad), $readers, 10);
		is($status, 2, "$_->[0]: refused");
		like($err, qr/\A[^\n]*bad: (?:damaged|not a checkpoint)[^\n]*\n\z/, '... in one line');
	}
	my ($status, $out, $err) = run($room, $treadle, qw(-q --equivalence trace --checkpoint nowhere/here), $readers, 3);
	is($status, 2, 'a place where nothing can be written: refused before the search');
	like($err, qr{\A[^\n]*nowhere/here: cannot write[^\n]*\n\z}, '... in one line');
	($status, $out, $err) = run($room, $treadle, qw(-q --checkpoint here), $readers, 3);
	is($status, 64, 'only for a search that has an end');
}
done_testing;
