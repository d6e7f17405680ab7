#!/usr/bin/perl
# Small random programs in which a thread is cancelled while it waits, sleeps or looks whether it is: a search by `trace` must
# come to the classes of brute force, and the threads must have seen what they see there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Seen;
use Test::More;

my $programs = $is_long ? 200 : 20;
my $first = $ENV{TREADLE_SEED} // 1;

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
	return "static void *work$number(void *arg) { char seen[16] = \"\"; @lines return keep(seen); }\n";
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

# Signals and cancellation by different threads, so that either may be first; who is woken may wait again.
sub random_waiter {
	my ($seed) = @_;
	srand($seed);
	my @one = map { 'hear(); NOTE(\'h\');' } 0 .. rand 3;
	my @two = map { ('tell();', $waits[rand 3])[rand 2] } 1 .. rand 2;
	my @three = map { $helps[rand @helps] } 1 .. rand 2;
	return $head . body(0, @one) . body(1, 'tell();', @two) . body(2, 'pthread_cancel((pthread_t)arg);', @three) . $main =~ s/COUNT/1/r;
}

compare_many('program', \&random_program, $first .. $first + $programs - 1);
compare_many('waiter', \&random_waiter, $first .. $first + $programs / 2 - 1);
done_testing;
