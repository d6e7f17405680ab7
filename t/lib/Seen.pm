# Small programs whose threads note what they see: compiled, explored by brute force and by `trace`, and compared.
# A program leaves a line in the file "seen" (Pipes.pm says why).
package Seen;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;
use Test::More;

our @EXPORT = qw(compare_many);

my $room = File::Temp->newdir;

sub explored {
	my ($equivalence, @more) = @_;
	my @options = (qw(-q -k --races off --time 10 --classes classes --equivalence), $equivalence, @more);
	unlink glob("$room/*.trd"), "$room/seen", "$room/classes";
	my ($status, $out, $err) = run("$room", $treadle, @options, './program');
	my ($verdict, $classes, $executions, $findings) =
		$out =~ /^(complete|bounded|stopped): (\d+) classes, (\d+) executions, (\d+) findings\n\z/m;
	return { verdict => $verdict // "none: $err", classes => $classes, executions => $executions, findings => $findings,
		 names => lines_once("$room/classes") =~ s/ \d+$//mgr, seen => lines_once("$room/seen"), out => $out };
}

sub compile {
	my ($text) = @_;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $text;
	close $out or die "program.c: $!";
	my ($status, undef, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	return "$status$err";
}

# Whoever goes on where any thread may: the same must come of it (Ranks.pm).  What a failed call on a descriptor depends on that somebody
# else has closed is not the same in every order: there, what the threads have seen is, but not the number of classes.
sub compare_orders {
	my ($trace, $bodies) = @_;
	my @same = $bodies =~ /close/ ? qw(verdict findings seen) : qw(verdict classes executions findings names seen);
	for my $ranks (1 .. ($is_long ? 4 : 1)) {
		my $other = explored('trace', '--ranks', $ranks);
		my @keys = grep { ($trace->{$_} // '') ne ($other->{$_} // '') } @same;
		is("@keys", '', "... all the same where turns are drawn ($ranks)") or diag($bodies, $other->{out}, $trace->{out});
		unlike($other->{out}, qr/more executions were begun/, '... none in vain') or diag($bodies);
	}
}

# Whether it could be compared, and whether the search was complete.
sub compare_seen {
	my ($text, $name) = @_;
	is(compile($text), '0', "$name compiles") or diag($text), return (0, 0);
	my ($all, $trace) = (explored('interleaving'), explored('trace'));
	my $bodies = $text =~ s/.*?(?=static void \*work0)//sr =~ s/int main.*//sr;
	diag("$name: $trace->{verdict}, $trace->{classes} classes, brute force $all->{verdict}, $all->{executions}") if $ENV{TREADLE_SAY};
	return (0, 0) if $all->{verdict} ne 'complete';
	diag($trace->{out}, $bodies) if $trace->{verdict} ne 'complete';
	return (1, 0) if $trace->{verdict} ne 'complete';
	is($trace->{seen}, $all->{seen}, '... its threads see what they see in every order') or diag($bodies, $trace->{out});
	is($trace->{names}, $all->{names}, '... it has the classes of brute force') or diag($bodies, $trace->{out}, $all->{out});
	is($trace->{executions}, $trace->{classes}, '... each once') or diag($bodies);
	is($trace->{findings}, $all->{findings}, '... and its findings');
	compare_orders($trace, $bodies);
	return (1, 1);
}

# The programs that `make` gives for these seeds: most are small enough for brute force, and the search ends for all of those.
sub compare_many {
	my ($name, $make, @seeds) = @_;
	my ($compared, $complete) = (0, 0);
	for my $seed (@seeds) {
		my @found = compare_seen($make->($seed), "$name $seed");
		$compared += $found[0];
		$complete += $found[1];
	}
	cmp_ok($compared, '>', @seeds / 2, "$name: most can be compared");
	is($complete, $compared, "$name: all of these are complete");
}

1;
