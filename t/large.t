#!/usr/bin/perl
# Large pieces of memory that are touched as a whole, beside touches of single bytes: the search by trace finds the classes that brute
# force does (t/large/large.c says what the letters mean).
use strict;
use warnings;
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my $programs = $is_long ? 1000 : 40;
my @letters = qw(C A P r w f v l);

sub compile {
	my ($name) = @_;
	my ($binary, $messages) = weave((grep { $_->{name} eq $name } programs('large'))[0], 'gcc');
	ok($binary, "$name.c compiles") or BAIL_OUT($messages);
	return $binary;
}

my $binary = compile('large');

sub classes {
	my ($equivalence, @plan) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --races off --time 50 --classes classes -e), $equivalence, $binary, @plan);
	my ($end) = $out =~ /^(\w+: .*)\n\z/m;
	return { status => $status, end => $end // "none: $err", list => -e "$room/classes" ? slurp("$room/classes") : '' };
}

srand 1;
my $several = 0;
for (1 .. $programs) {
	my @plan = map { join '', map { $letters[rand @letters] } 1 .. 1 + rand 2 } 1 .. 3;
	my ($trace, $all) = map { classes($_, @plan) } qw(trace interleaving);
	my ($found) = $trace->{end} =~ /^complete: (\d+) classes, \1 executions, 0 findings$/;
	ok($found, "@plan: each class once") or diag($trace->{end});
	is($trace->{list} =~ s/ \d+$//mgr, $all->{list} =~ s/ \d+$//mgr, "... and they are those of brute force");
	$several += ($found // 0) > 1;
}
$binary = compile('filled');
is(classes('trace')->{end}, 'complete: 4201 classes, 4201 executions, 0 findings', 'more steps meet one than could be remembered singly');
cmp_ok($several, '>', $programs / 2, "$several programs have several classes");
done_testing;
