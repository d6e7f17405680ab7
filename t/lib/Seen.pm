# Small programs whose threads note what they see: compiled, explored by brute force and by `trace`, and compared.
# A program leaves a line in the file "seen" (Pipes.pm says why).  What its threads have seen they return by keep($text), in which the
# runtime sees no access: that main reads it would be a step for each thread, and brute force tries the orders of all steps.
#
# How far brute force goes is counted in executions, not in seconds, so that the same programs are compared wherever this runs; and
# they run in a directory in memory, if there is one, for disks take their time to make and remove files by the thousand.
package Seen;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;
use Test::More;

our @EXPORT = qw(explored compile_seen compare_many);

my $keep = <<'END';
void *malloc(unsigned long);
__attribute__((no_sanitize_thread)) static char *keep(const char *text)
{
	char *all = malloc(512), *to = all;
	while ((*to++ = *text++))
		;
	return all;
}
END

my $room = File::Temp->newdir(-w '/dev/shm' ? (DIR => '/dev/shm') : ());
my $most = $is_long ? 1_000_000 : 100_000; # executions

# What comes of a program, with its classes and what its threads have seen.
sub explored {
	my ($equivalence, $program, @more) = @_;
	my @options = (qw(-q -k --explain off --races off --classes classes --executions), $most, '--equivalence', $equivalence, @more);
	unlink glob("$room/*.trd"), "$room/seen", "$room/classes";
	my ($status, $out, $err) = run("$room", $treadle, @options, "./$program");
	my ($verdict, $classes, $executions, $findings) =
		$out =~ /^(complete|bounded|stopped): (\d+) classes, (\d+) executions, (\d+) findings\n\z/m;
	return { verdict => $verdict // "none: $err", classes => $classes, executions => $executions, findings => $findings,
		 names => lines_once("$room/classes") =~ s/ \d+$//mgr, seen => lines_once("$room/seen"), out => $out };
}

# The program may use keep. '0', or what the compiler said.
sub compile_seen {
	my ($text, $program, @flags) = @_;
	open my $out, '>', "$room/$program.c" or die "$program.c: $!";
	print $out $keep, $text;
	close $out or die "$program.c: $!";
	my ($status, undef, $err) = run("$room", $treadle, qw(cc --compiler=gcc -w), @flags, '-o', $program, "$program.c");
	return "$status$err";
}

# Whoever goes on where any thread may: the same must come of it (Ranks.pm).  What a failed call on a descriptor depends on that somebody
# else has closed is not the same in every order: there, what the threads have seen is, but not the number of classes.
sub compare_orders {
	my ($trace, $bodies) = @_;
	my @same = $bodies =~ /close/ ? qw(verdict findings seen) : qw(verdict classes executions findings names seen);
	for my $ranks (1 .. ($is_long ? 4 : 1)) {
		my $other = explored('trace', 'program', '--ranks', $ranks);
		my @keys = grep { ($trace->{$_} // '') ne ($other->{$_} // '') } @same;
		is("@keys", '', "... all the same where turns are drawn ($ranks)") or diag($bodies, $other->{out}, $trace->{out});
		unlike($other->{out}, qr/more executions? w(?:as|ere) begun/, '... none in vain') or diag($bodies);
	}
}

# Whether it could be compared, and whether the search was complete.
sub compare_seen {
	my ($text, $name) = @_;
	is(compile_seen($text, 'program'), '0', "$name compiles") or diag($text), return (0, 0);
	my ($all, $trace) = (explored('interleaving', 'program'), explored('trace', 'program'));
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
