#!/usr/bin/perl
# Atomic stretches in which locks are taken are one step each: random programs of them have the classes of brute force, unless a thread
# may have to wait in the middle of one, which is said.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my $programs = $is_long ? 400 : 60;
my $state = 20261116;

sub below {
	my ($limit) = @_;
	$state = ($state * 1103515245 + 12345) & 0x7fffffff;
	return ($state >> 8) % $limit;
}

sub one {
	my @kinds = (
		sub { 'atomic_fetch_add(&words[' . below(3) . '], 1);' },
		sub { 'if (atomic_load(&words[' . below(3) . '])) atomic_store(&words[' . below(3) . '], 2);' },
		sub { 'sem_post(&tokens[' . below(2) . ']);' },
		sub { 'if (!sem_trywait(&tokens[' . below(2) . '])) atomic_fetch_add(&words[' . below(3) . '], 1);' },
		sub { my $i = below(3); "if (!pthread_mutex_trylock(&locks[$i])) pthread_mutex_unlock(&locks[$i]);" },
		sub { 'pthread_rwlock_' . (below(2) ? 'rd' : 'wr') . 'lock(&shared); pthread_rwlock_unlock(&shared);' },
		sub { my $i = below(3); "pthread_mutex_lock(&locks[$i]); pthread_mutex_unlock(&locks[$i]);" },
	);
	return $kinds[below(scalar @kinds)]->();
}

# In one order, or there would be little but deadlocks.
sub two_locks {
	my ($first, $second) = ([0, 1], [0, 2], [1, 2])[below(3)]->@*;
	return "pthread_mutex_lock(&locks[$first]); pthread_mutex_lock(&locks[$second]); " .
		"pthread_mutex_unlock(&locks[$second]); pthread_mutex_unlock(&locks[$first]);";
}

sub stretch {
	return join("\n\t", 'treadle_atomic_begin();', (map { below(5) < 2 ? two_locks() : one() } 0 .. below(2)), 'treadle_atomic_end();');
}

# Of every two programs, one has locks in stretches only, so that nobody waits in the middle.
sub thread {
	my ($number) = @_;
	return join("\n\t", map { $number % 2 || below(5) < 3 ? stretch() : below(3) ? one() : two_locks() } 0 .. below(2));
}

sub program {
	my ($number) = @_;
	my $threads = 2 + !below(3);
	my @names = map { "program_${number}_$_" } 0 .. $threads - 1;
	my @functions = map { "static void *$_(void *arg)\n{\n\t" . thread($number) . "\n\treturn arg;\n}\n" } @names;
	return (join('', @functions), '{ ' . join(', ', @names) . ' },');
}

my (@functions, @rows);
for my $number (0 .. $programs - 1) {
	my ($functions, $row) = program($number);
	push @functions, $functions;
	push @rows, $row;
}
my $room = File::Temp->newdir;
open(my $file, '>', "$room/stretches.c") or die "stretches.c: $!";
print $file <<'BEGINNING', join("\n", @functions), "static void *(*const programs[][3])(void *) = {\n\t", join("\n\t", @rows), "\n};\n", <<'END';
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <treadle/treadle.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static sem_t tokens[2];
static atomic_int words[3];

BEGINNING

int main(int argc, char **argv)
{
	void *(*const *functions)(void *) = programs[argc > 1 ? atoi(argv[1]) : 0];
	pthread_t threads[3];

	sem_init(&tokens[1], 0, 1);
	sem_init(&tokens[0], 0, 0);
	for (int i = 0; i < 3 && functions[i]; i++)
		pthread_create(&threads[i], NULL, functions[i], NULL);
	for (int i = 0; i < 3 && functions[i]; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
close($file);

sub explored {
	my ($binary, $number, @how) = @_;
	my $place = File::Temp->newdir;
	my ($status, $out, $err) = run($place, $treadle, qw(-q -k --executions 60000 --races off --classes classes), @how, $binary, $number);
	my %self = (status => $status, out => "$out$err", list => -e "$place/classes" ? slurp("$place/classes") =~ s/ \d+$//mgr : 'none');
	($self{verdict}) = $out =~ /^(\w+): \d+ classes, \d+ executions, \d+ findings\n\z/m;
	return \%self;
}

my ($status, $out, $err) = run($room, $treadle, qw(cc --compiler=gcc -Wall -Wextra -O1), "-I$root/include", qw(-o stretches stretches.c));
is("$status $out$err", '0 ', 'compiles');
my $binary = "$room/stretches";
my $complete = 0;
for my $number ($status ? () : 0 .. $programs - 1) {
	my $brute = explored($binary, $number, qw(-e interleaving));
	next if $brute->{verdict} ne 'complete';
	my $trace = explored($binary, $number, qw(-e trace));
	$complete += $trace->{verdict} eq 'complete';
	if ($trace->{verdict} eq 'complete') {
		is($trace->{list}, $brute->{list}, "program $number has the classes of brute force") or diag($rows[$number], $functions[$number]);
	} else {
		like($trace->{out}, qr/^bounded: in an atomic stretch a thread may have to wait/m, "program $number: it is said what was left out");
	}
}
cmp_ok($complete, '>', $programs / 3, "$complete of $programs are complete");
done_testing;
