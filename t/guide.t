#!/usr/bin/perl
# treadle guide: sequences of places on random programs are reached exactly if some interleaving comes to them in their order, by brute force, and
# impossible exactly if none does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Places;
use Test::More;

my $programs = $is_long ? 400 : 25;
my $first = $ENV{TREADLE_SEED} // 1;
my $sequences = $is_long ? 6 : 3;

my $room = File::Temp->newdir;
my @drawn = map { draw_program($_) } $first .. $first + $programs - 1;
open my $file, '>', "$room/drawn.c" or die;
print $file c_text(@drawn);
close $file;
my ($status, undef, $messages) = run($room, $treadle, qw(cc -g -O0 -o drawn drawn.c));
is($status, 0, 'the programs compile') or BAIL_OUT($messages);

my (%counts, @wrong);
for my $program (@drawn) {
	for (1 .. $sequences) {
		my $sequence = draw_sequence($program);
		my $expected = can_come($program, $sequence) ? 'reached' : 'impossible';
		my $words = words_of('drawn.c', @$sequence);
		my (undef, $out, $err) = run($room, $treadle, 'guide', '--time', 20, '-o', 'one.trd', '--at', $words, './drawn', $program->{seed});
		my ($said) = $out =~ /^(\w+)/;
		$said //= "nothing ($err)";
		$counts{$said}++;
		unlink "$room/one.trd";
		push @wrong, "program $program->{seed}, $words: $expected, said $said" if $said ne $expected;
	}
}
diag("$_") for @wrong;
is(scalar @wrong, 0, 'sequences are reached, or impossible, as brute force says');
note(join ', ', map { "$counts{$_} $_" } sort keys %counts);
cmp_ok($counts{reached} // 0, '>', $programs / 2, 'many are reached');
cmp_ok($counts{impossible} // 0, '>', $programs / 2, 'many are impossible');
done_testing;
