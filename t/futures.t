#!/usr/bin/perl
# treadle futures: what each read can see, and which combinations there are, on random programs as brute force says; and the programs of t/futures.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use JSON::PP;
use Loom;
use Places;
use Test::More;

my $programs = $is_long ? 400 : 25;
my $first = $ENV{TREADLE_SEED} // 1;
my $rounds = $is_long ? 6 : 3;

my $room = File::Temp->newdir;

sub built {
	my ($name, $source) = @_;
	my ($status, undef, $messages) = run($room, $treadle, qw(cc -g -O0 -o), $name, $source);
	is($status, 0, "$name compiles") or BAIL_OUT($messages);
}

# As all_sources of Places.pm has it.
sub listed {
	my ($json, $verdict) = @_;
	my %found;
	for my $read (@{$json->{reads}}) {
		my ($line) = $read->{place} =~ /:(\d+)/;
		for my $definition (@{$read->{definitions}}) {
			next if $definition->{verdict} ne $verdict;
			my ($from) = $definition->{place} =~ /:(\d+)/;
			$from = $from ? $from . (($definition->{thread} // '') eq 'itself' ? ' itself' : '') : 'beginning';
			$found{"$line <- $from"} = 1;
		}
	}
	return sort keys %found;
}

my @drawn = map { draw_program($_) } $first .. $first + $programs - 1;
open my $file, '>', "$room/drawn.c" or die;
print $file c_text(@drawn);
close $file;
built('drawn', 'drawn.c');

# What is wrong with a circle; each step is looked up in the program.
sub wrong_in_circle {
	my ($program, $text, @picks) = @_;
	my (%ops, %at);
	for my $body (@{$program->{bodies}}) {
		@ops{map { $_->{line} } @$body} = @$body;
		$at{$body->[$_]{line}} = $_ for 0 .. $#$body;
	}
	my @steps = map { [/^  T(\d)'s \S+ at drawn.c:(\d+) comes before T(\d)'s \S+ at drawn.c:(\d+): (.*)$/] } grep { /^  / } split /\n/, $text;
	return 'no steps' if !@steps || grep { !@$_ } @steps;
	for my $i (0 .. $#steps) {
		my ($thread, $line, $other, $to, $reason) = @{$steps[$i]};
		my ($a, $b, $next) = (@ops{$line, $to}, $steps[($i + 1) % @steps]);
		return "step $i does not lead on" if $next->[0] != $other || $next->[1] != $to;
		if ($reason =~ /^its thread/) {
			return "step $i: another thread" if $thread != $other || $at{$line} >= $at{$to};
		} elsif ($reason =~ /^it is to be read/) {
			return "step $i: no pick" if !grep { $_->[0] == $to && $_->[1] == $line } @picks;
		} elsif ($reason =~ /^sections/) {
			return "step $i: no sections" if $a->{op} ne 'U' || $b->{op} ne 'L' || $a->{on} != $b->{on};
		} elsif ($reason =~ /^otherwise T\d's \S+ at drawn.c:(\d+) would/) {
			my $read = $ops{$1};
			return "step $i: no other write" if grep { $_->{line} != $1 && ($_->{op} ne 'W' || $_->{on} != $read->{on}) } $a, $b;
			return "step $i: the read is not picked" if !grep { $_->[0] == $1 } @picks;
		} else {
			return "step $i: $reason";
		}
	}
	return;
}

my (@wrong, %counts);
for my $program (@drawn) {
	my @expected = all_sources($program);
	my @lines = sort { $a <=> $b } keys %{{ map { $_->{line} => 1 } grep { $_->{op} =~ /[RIA]/ } map { @$_ } @{$program->{bodies}} }};
	if (@lines) {
		my (undef, $out, $err) = run($room, $treadle, 'futures', '--json', '--at', join(',', map { "drawn.c:$_" } @lines), './drawn', $program->{seed});
		my $json = eval { decode_json($out) };
		push @wrong, "program $program->{seed}: $err" and next if !$json || !$json->{complete};
		my @possible = listed($json, 'possible');
		my %is_possible = map { $_ => 1 } @expected;
		push @wrong, "program $program->{seed}: @possible; brute force: @expected" if "@possible" ne "@expected";
		push @wrong, "program $program->{seed}: $_ is not impossible" for grep { $is_possible{$_} } listed($json, 'impossible');
		$counts{definitions} += @possible;
	}
	for (1 .. $rounds) {
		my @picks = draw_picks($program) or last;
		my $words = join ',', map { "drawn.c:$_->[0] <- " . ($_->[1] ? "drawn.c:$_->[1]" : 'beginning') } @picks;
		my $expected = can_have($program, @picks) ? 'possible' : 'impossible';
		my (undef, $out, $err) = run($room, $treadle, 'futures', '-o', 'one.trd', '--pick', $words, './drawn', $program->{seed});
		my ($said) = $out =~ /: (possible|impossible|not known)/;
		unlink "$room/one.trd";
		$counts{$expected}++;
		push @wrong, "program $program->{seed}, $words: $expected, said " . ($said // "nothing ($err)") if ($said // '') ne $expected;
		next if $out !~ /^because\n(.*)/ms;
		$counts{circles}++;
		my $complaint = wrong_in_circle($program, $1, @picks);
		push @wrong, "program $program->{seed}, $words: $complaint\n$out" if $complaint;
	}
}
diag($_) for @wrong;
is(scalar @wrong, 0, 'all reads, and all combinations, as brute force says');
note(join ', ', map { "$counts{$_} $_" } sort keys %counts);
cmp_ok($counts{$_} // 0, '>', $programs / 4, "many $_") for qw(possible impossible circles);

# The examples of the paper.
built($_, "$FindBin::Bin/futures/$_.c") for qw(division counters sections loop);

sub line_of {
	my ($name, $mark) = @_;
	my @lines = split /\n/, slurp("$FindBin::Bin/futures/$name.c");
	my ($line) = grep { $lines[$_ - 1] =~ m{/\* \@$mark \*/} } 1 .. @lines;
	return "$name.c:$line";
}

sub picked {
	my ($name, $arguments, @picks) = @_;
	my ($status, $out) = run($room, $treadle, 'futures', '-o', 'one.trd', (map { ('--pick', $_) } @picks), "./$name", @$arguments);
	unlink "$room/one.trd";
	return ($status, $out);
}

my ($divide, $reset, $prepare) = map { line_of('division', $_) } qw(divide reset prepare);
my ($status, $out) = picked('division', [], "$divide <- $reset");
is($status, 1, 'division: the zero is read, and the program fails');
($status, $out) = picked('division', [], "$divide <- $prepare");
is($status, 0, 'division: the two is read');
like($out, qr/^7$/m, '... and it prints 7');
($status, $out) = picked('division', [], "$divide <- beginning");
is($status, 2, 'division: the barrier keeps the first value away');
like($out, qr/impossible.*because/s, '... which is told with a circle');

($status, $out) = run($room, $treadle, qw(futures --all ./counters));
like($out, qr/^complete: 16 futures in 16 executions, 0 of them fail$/m, 'counters: each combination once');
my %sums;
$sums{$_}++ for $out =~ /prints: (\d)/g;
is_deeply(\%sums, { 0 => 1, 1 => 4, 2 => 6, 3 => 4, 4 => 1 }, '... with all sums');

my ($a, $b, $a1, $b1, $a2, $b2) = map { line_of('sections', $_) } qw(read_a read_b a1 b1 a2 b2);
($status, $out) = picked('sections', [], "$a <- $a1", "$b <- $b2");
is($status, 2, 'sections: 12 is refused');
like($out, qr/otherwise.*would have another value/, '... with the reason');
(undef, $out) = picked('sections', [], "$a <- $a1", "$b <- $b1");
like($out, qr/^11$/m, 'sections: 11');
(undef, $out) = picked('sections', [], "$a <- $a2");
like($out, qr/^20$/m, 'sections: 20');

my ($look_a, $look_b, $write_a, $write_b) = map { line_of('loop', $_) } qw(look_a look_b write_a write_b);
($status) = picked('loop', [], "$look_a <- $write_a#2", "$look_b <- $write_b#2");
is($status, 0, 'loop: both of the second round');
($status) = picked('loop', [], "$look_a <- $write_a#2", "$look_b <- $write_b#1");
is($status, 2, 'loop: the later read cannot be of an earlier round');
($status) = picked('loop', ['locked'], "$look_a <- $write_a#2");
is($status, 2, 'loop: with the lock, only the last round is seen');

# Saved futures.
(undef, $out) = run($room, $treadle, qw(futures --save saved.json --expect impossible -o one.trd --pick), "$a <- $a1, $b <- $b2", './sections');
($status, $out) = run($room, $treadle, qw(futures --run saved.json ./sections));
is($status, 0, 'a saved future is as expected') or diag($out);
(undef, $out) = run($room, $treadle, qw(futures --save other.json --expect impossible -o one.trd --pick), "$a <- $a1, $b <- $b1", './sections');
($status, $out) = run($room, $treadle, qw(futures --run other.json ./sections));
is($status, 1, 'and one that is not');

sub refuses {
	my ($name, $expected, $pattern, @arguments) = @_;
	my ($got, $said, $error) = run($room, $treadle, 'futures', @arguments);
	is($got, $expected, "$name: exit status");
	like($error, $pattern, $name);
	return;
}

refuses('no arrow', 64, qr/^treadle: --pick: 'a' is no pick: say READ <- WRITE/m, '--pick', 'a', './sections');
refuses('no place', 2, qr/^treadle: sections.c:1: there is no code at that line; the nearest place is sections.c:10$/m, '--pick', 'sections.c:1 <- beginning', './sections');
refuses('no saved future', 2, qr/^treadle: nothing.json: /m, '--run', 'nothing.json', './sections');
open $file, '>', "$room/wrong.json" or die;
print $file "{\"schema\": \"other\"}\n";
close $file;
refuses('another file', 2, qr/^treadle: wrong.json is no future/m, '--run', 'wrong.json', './sections');
refuses('a file that exists', 2, qr/^treadle: .*saved.json/m, '--save', 'saved.json', '--pick', "$a <- $a1", './sections');
refuses('nothing to save', 64, qr/^treadle: --save writes picks/m, '--save', 'new.json', './sections');
done_testing;
