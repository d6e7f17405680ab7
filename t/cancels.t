#!/usr/bin/perl
# Small random programs in which a thread is cancelled while it waits, sleeps or looks whether it is: a search by `trace` must
# come to the classes of brute force, and the threads must have seen what they see there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my $programs = $is_long ? 200 : 20;
my $first = $ENV{TREADLE_SEED} // 1;
my $room = File::Temp->newdir;

my $head = <<'END';
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static sem_t tokens;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mail = PTHREAD_COND_INITIALIZER;
enum { IN = 100, OUT = 101 };
#define NOTE(letter) seen[strlen(seen)] = letter
static void unlock(void *arg) { pthread_mutex_unlock(arg); }
static void hear(void)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(unlock, &lock);
	pthread_cond_wait(&mail, &lock);
	pthread_cleanup_pop(1);
}
static void tell(void) { pthread_mutex_lock(&lock); pthread_cond_signal(&mail); pthread_mutex_unlock(&lock); }
END

# What they need they have from main by their argument, so that there is nothing else that they share.
my $main = <<'END';
int main(void)
{
	pthread_t threads[3];
	void *results[3], *seen = calloc(16, 1);
	int ends[2];
	pipe(ends);
	dup2(ends[0], IN);
	dup2(ends[1], OUT);
	sem_init(&tokens, 0, COUNT);
	pthread_create(&threads[0], NULL, work0, seen);
	pthread_create(&threads[1], NULL, work1, (void *)threads[0]);
	pthread_create(&threads[2], NULL, work2, (void *)threads[0]);
	for (int i = 2; i >= 0; i--)
		pthread_join(threads[i], &results[i]); /* the one that is cancelled last: till then it has a handle */
	dprintf(open("seen", O_CREAT | O_WRONLY | O_APPEND, 0600), "%d %s %s %s\n", results[0] == PTHREAD_CANCELED, (char *)seen,
		(char *)results[1], (char *)results[2]);
	return 0;
}
END

my @waits = ('sem_wait(&tokens); NOTE(\'s\');', 'hear(); NOTE(\'h\');', 'read(IN, &(char){0}, 1); NOTE(\'r\');',
	     'usleep(1); NOTE(\'u\');',
	     'pthread_testcancel(); NOTE(\'t\');', 'pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); usleep(1); NOTE(\'d\');' .
	     ' pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);');
my @helps = ('sem_post(&tokens);', 'tell();', 'write(OUT, "x", 1);', 'pthread_cancel((pthread_t)arg);',
	     'if (!sem_trywait(&tokens)) NOTE(\'T\');');

sub body {
	my ($number, @lines) = @_;
	return "static void *work$number(void *arg) { char *seen = arg; @lines NOTE('.'); return arg; }\n" if !$number;
	return "static void *work$number(void *arg) { char seen[16] = \"\"; @lines return strdup(seen); }\n";
}

sub random_program {
	my ($seed) = @_;
	srand($seed);
	my @one = map { $waits[rand @waits] } 0 .. rand 2;
	my @two = map { $helps[rand @helps] } 0 .. rand 2;
	my @three = (rand(3) < 1 ? $waits[rand 3] : (), rand(2) < 1 ? $helps[rand @helps] : ());
	my $count = int rand 2;
	splice @two, rand @two + 1, 0, 'pthread_cancel((pthread_t)arg);';
	return $head . body(0, @one) . body(1, @two) . body(2, @three) . $main =~ s/COUNT/$count/r;
}

sub lines_of {
	my ($file) = @_;
	return 'none' if !-e "$room/$file";
	my %lines = map { $_ => 1 } split /\n/, slurp("$room/$file");
	return join("\n", sort keys %lines);
}

sub explored {
	my ($equivalence) = @_;
	my @options = qw(-q -k --races off --time 10 --classes classes --equivalence);
	unlink glob("$room/*.trd"), "$room/seen", "$room/classes";
	my ($status, $out, $err) = run("$room", $treadle, @options, $equivalence, './program');
	my ($verdict, $classes, $executions) = $out =~ /^(complete|bounded|stopped): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	return { verdict => $verdict // "none: $err", classes => $classes, executions => $executions,
		 names => lines_of('classes') =~ s/ \d+$//mgr, seen => lines_of('seen'), out => $out };
}

my ($compared, $complete) = (0, 0);
for my $seed ($first .. $first + $programs - 1) {
	my $text = random_program($seed);
	my $bodies = $text =~ s/.*?(?=static void \*work0)//sr =~ s/int main.*//sr;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $text;
	close $out or die "program.c: $!";
	my ($status, undef, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	is("$status$err", '0', "program $seed compiles");
	my ($all, $trace) = (explored('interleaving'), explored('trace'));
	diag("$seed: $trace->{verdict}, $trace->{classes} classes, brute force $all->{verdict}, $all->{executions}") if $ENV{TREADLE_SAY};
	next if $all->{verdict} ne 'complete';
	$compared++;
	diag($trace->{out}, $bodies) if $trace->{verdict} ne 'complete';
	next if $trace->{verdict} ne 'complete';
	$complete++;
	is($trace->{seen}, $all->{seen}, '... its threads see what they see in every order') or diag($bodies, $trace->{out});
	is($trace->{names}, $all->{names}, '... it has the classes of brute force') or diag($bodies);
	is($trace->{executions}, $trace->{classes}, '... each once') or diag($bodies);
}
cmp_ok($compared, '>', $programs / 2, 'most can be compared');
is($complete, $compared, 'all of these are complete');
done_testing;
