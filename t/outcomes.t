#!/usr/bin/perl
# Steps with several outcomes, in programs that the generator does not make: several waiters for one signal, and choices out of three.
# A search comes to the classes that brute force finds, each once.  The programs were found by making mistakes in the search:
# taking a thread's step for asleep because another outcome of it is, and for settled while what comes behind it may still change.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my @programs = (['1 kcc', 62], ['2 ssc', 144], ['2 sqc', 168], ['2 kLcs', 1224]);
push @programs, ['3 ssL', 1872] if $is_long;

my ($binary, $messages) = weave({ file => "$root/t/outcomes/signals.c", name => 'signals', flags => [] }, 'gcc');
BAIL_OUT($messages) if !$binary;

# What --classes writes: a line for each class, with how often it came up.
sub classes {
	my ($equivalence, @arguments) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, '-q', '--keep-going', '--races', 'off', '--equivalence', $equivalence, '--classes', 'classes',
				       $binary, @arguments);
	my ($last) = $out =~ /^(\w+: .*)\n\z/m;
	my %times = -e "$room/classes" ? slurp("$room/classes") =~ /^(\w+) (\d+)$/mg : ();
	return { last => $last // "$out$err", times => \%times };
}

for (@programs) {
	my ($text, $count) = @$_;
	my ($all, $tried) = map { classes($_, split ' ', $text) } 'interleaving', 'trace';
	like($all->{last}, qr/^complete: $count classes/, "$text: $count classes by brute force");
	like($tried->{last}, qr/^complete: $count classes, $count executions/, '... and by the search, each once');
	is(join(' ', sort keys %{$tried->{times}}), join(' ', sort keys %{$all->{times}}), '... the same');
}

# A loop that ends with a choice is not followed round for ever, so that what comes of a few rounds is found.
my ($until) = weave({ file => "$root/t/bad/choose_until_done.c", name => 'choose_until_done', flags => [] }, 'gcc');
my ($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q --equivalence trace --executions 1000 --time 20), $until);
is($status, 1, 'a loop that goes on until a choice ends it is left') or diag("$out$err");
done_testing;
