# Small random programs whose threads wait in loops for flags, for either of two variables, and for locks of exchanges and swaps; what they have seen
# and how memory looks at the end is left in the file "seen" (Pipes.pm says why).  UNTIL (t/spins/until.h) is a loop, or one look
# and the assumption that it was enough.
package Spins;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;
use Lots;

our @EXPORT = qw(random_spins compare_spins);

my @variables;

sub is_equal { return one_of(@variables) . ' == ' . below(3) }
sub is_other { return one_of(@variables) . ' != ' . below(3) }

sub condition {
	my $kind = below(5);
	return is_equal() if $kind == 0;
	return is_other() if $kind == 1;
	return is_other() . ' && ' . is_equal() if $kind == 2;
	return is_other() . ' || ' . is_equal() if $kind == 3;
	return '(got = ' . one_of(@variables) . ') != ' . below(3);
}

sub take {
	my ($lock) = @_;
	my $kind = below(4);
	return "UNTIL(!atomic_exchange(&$lock, 1));" if $kind == 0;
	return "UNTIL(!$lock && !atomic_exchange(&$lock, 1));" if $kind == 1;
	return "UNTIL(take_by_swap(&$lock));" if $kind == 2;
	return "{ int mine = atomic_fetch_add(&tickets, 1); UNTIL(served == mine); }";
}

sub locked {
	my $lock = one_of(qw(m n));
	my $take = take($lock);
	my $give = $take =~ /tickets/ ? 'served++;' : "$lock = 0;";
	return "$take " . simple() . " $give";
}

sub simple {
	my $kind = below(6);
	return one_of(@variables) . ' = ' . below(3) . ';' if $kind < 3;
	return 'me = 10 * me + ' . one_of(@variables) . ' + 1;' if $kind == 3;
	return one_of(@variables) . '++;' if $kind == 4;
	return 'if (' . is_equal() . ') ' . one_of(@variables) . ' = ' . below(3) . ';';
}

# Loops whose rounds leave something behind that counts.
sub loop_with_memory {
	my $kind = below(4);
	return 'while (' . is_equal() . ') set(&has_waited); me = 10 * me + has_waited;' if $kind == 3;
	return 'while (' . is_equal() . ') has_waited = 1; me = 10 * me + has_waited;' if $kind == 0;
	return 'for (int n = 0; n < 3 && ' . is_equal() . '; n++) ; me = 10 * me + ' . one_of(@variables) . ';' if $kind == 1;
	return 'while ((got = ' . one_of(@variables) . ') == ' . below(2) . ') last = got; me = 10 * me + last;';
}

sub statement {
	my ($has_memory) = @_;
	my $kind = below(10);
	return simple() if $kind < 3;
	return 'UNTIL(' . condition() . '); me = 10 * me + got + 1;' if $kind < 7;
	return locked() if $kind < 9;
	return $has_memory ? loop_with_memory() : 'assert(' . is_other() . ');';
}

# The text of a program.
sub random_spins {
	my ($seed) = @_;
	begin_lots($seed * 6007 + 29);
	below(2) for 1 .. 5;
	@variables = qw(x y z)[0 .. 1 + below(2)];
	my ($has_memory, $last) = (below(3) == 0, below(3) ? 1 : 2);
	my @bodies = map { join ' ', map { statement($has_memory) } 1 .. ($last > 1 ? 1 + below(2) : 2 + below(2)) } 0 .. $last;
	my $threads = join '', map {
		"static void *work$_(void *arg)\n{\n\tlong me = 0; int got = 0, has_waited = 0, last = 0;\n\t(void)arg; (void)got; (void)has_waited; (void)last;\n" .
		"\t$bodies[$_]\n\treturn (void *)me;\n}\n"
	} 0 .. $last;
	my $create = join '', map { "\tpthread_create(&threads[$_], NULL, work$_, NULL);\n" } 0 .. $last;
	return <<"END";
#include <fcntl.h>
#include <stdio.h>
#include "until.h"
static atomic_int x, y, z, m, n, tickets, served;
static void set(int *place) { *place = 1; }
static int take_by_swap(atomic_int *lock) { int nobody = 0; return atomic_compare_exchange_strong(lock, &nobody, 1); }
${threads}int main(void)
{
	pthread_t threads[3];
	void *seen[3] = {0};
$create	for (int i = 0; i <= $last; i++)
		pthread_join(threads[i], &seen[i]);
	dprintf(open("seen", O_CREAT | O_WRONLY | O_APPEND, 0600), "%ld %ld %ld: %d %d %d\\n", (long)seen[0], (long)seen[1], (long)seen[2], x, y, z);
	return 0;
}
END
}

my $room = File::Temp->newdir;

sub compile_spins {
	my ($text, $compiler) = @_;
	$text =~ s/^(#include "until.h")$/#define LOOPS_ALONE\n$1/m;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $text;
	close $out or die "program.c: $!";
	my @faults;
	for (['program'], ['assumed', '-DASSUMED']) {
		my ($name, @flags) = @$_;
		my ($status, undef, $err) = run("$room", $treadle, 'cc', "--compiler=$compiler", '-w', '-O1', "-I$root/t/spins", @flags, '-o', $name, 'program.c');
		push @faults, "it does not compile: $err" if $status;
	}
	return @faults;
}

# What went wrong, in short: which of several threads that wait for ever is named depends on whose turn it was.
sub kinds_in {
	my ($out) = @_;
	my %kinds = map { $_ => 1 } $out =~ /^(?:program|assumed): ([a-z ]+(?:: \w+ != \d)?)/mg;
	return join ', ', sort keys %kinds;
}

sub explore_spins {
	my ($name, $time, @options) = @_;
	unlink glob("$room/*.trd"), "$room/seen";
	my ($status, $out, $err) = run("$room", $treadle, qw(-q -k --explain off --races off --time), $time, @options, "./$name");
	my ($verdict, $classes, $executions) = $out =~ /^(\w+): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	return { verdict => $verdict // "none: $err", classes => $classes, executions => $executions, seen => lines_once("$room/seen") =~ s/\n/, /gr,
		 kinds => kinds_in($out), out => $out };
}

# By brute force, or by trace where that takes too long.
sub explore_fully {
	my ($name) = @_;
	my $all = explore_spins($name, 2, qw(-e interleaving));
	return $all->{verdict} eq 'complete' ? $all : explore_spins($name, 6, qw(-e trace));
}

# What is wrong with `--reduce spins` on a program: it must see all that brute force sees, find the same, and have as many classes as
# brute force where loops are assumptions, if every loop can be left and none keeps something of its rounds.  Returns what could be
# compared (nothing, what is seen, the classes as well), how many classes there were, without it and with it, and the faults.
sub compare_spins {
	my ($text, $compiler, $ranks) = @_;
	my @faults = compile_spins($text, $compiler);
	return { kind => 'none', faults => \@faults } if @faults;
	my $all = explore_fully('program');
	return { kind => 'none', faults => [] } if $all->{verdict} ne 'complete';
	my $tried = explore_spins('program', 20, qw(-e trace --reduce spins), $ranks ? ('--ranks', $ranks) : ());
	push @faults, map { "$_: $tried->{$_}, not $all->{$_}" } grep { $tried->{$_} ne $all->{$_} } qw(verdict seen kinds);
	push @faults, "$tried->{executions} executions for $tried->{classes} classes" if $tried->{executions} != $tried->{classes};
	push @faults, "$1" if $tried->{out} =~ /^(\d+ more executions? w(?:as|ere) begun.*)/m;
	my $result = { kind => 'seen', all => $all->{classes}, classes => $tried->{classes}, faults => \@faults };
	return $result if $text =~ /has_waited = 1|&has_waited|n < 3|last = got/ || $tried->{kinds} =~ /endless|deadlock/;
	my $assumed = explore_fully('assumed');
	return $result if $assumed->{verdict} ne 'complete';
	$result->{kind} = 'classes';
	push @faults, "$tried->{classes} classes, with assumptions $assumed->{classes}" if $tried->{classes} != $assumed->{classes};
	return $result;
}

1;
