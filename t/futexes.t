#!/usr/bin/perl
# Small random programs of loads, stores, futex waits, with and without a time limit, and wakes: a search by `trace` must come to as
# many classes as trying every order does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $programs = $is_long ? 200 : 20;
my $threads = 3;
my @steps = ('(void)word;', 'word = %d;', 'wait(%d);', 'wait(%d);', 'wait_a_while(%d);', 'wake();', 'if (word == %d) wait(%d);');
my $room = File::Temp->newdir;

# Programs that show what few others do: what the threads do, how many classes that has, and what it shows.
my @telling = (
	[34, 'only one thread touches the word itself', 'wait(1);', 'wait(0); word = 1;', 'wait(1); wake(); wait(0);'],
	[4, 'a wake does not look at the word', 'wait(1);', 'word = 1;', 'wake();'],
	[3, 'who is woken might have given up', 'wait_a_while(0);', '', 'wake();'],
);

my $head = <<'END';
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static _Atomic unsigned word;
static void wait(unsigned value) { syscall(SYS_futex, &word, FUTEX_WAIT, value, NULL); }
static void wait_a_while(unsigned value)
{
	struct timespec limit = {.tv_sec = 1};
	syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit);
}
static void wake(void) { syscall(SYS_futex, &word, FUTEX_WAKE, 9); }
END

my $main = <<"END";
int main(void)
{
	pthread_t threads[$threads];
	void *(*bodies[])(void *) = {work0, work1, work2};
	for (int i = 0; i < $threads; i++) pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < $threads; i++) pthread_join(threads[i], NULL);
	return 0;
}
END

sub random_lines {
	my @lines;
	for (0 .. rand 3) {
		my $value = int rand 2;
		push @lines, $steps[rand @steps] =~ s/%d/$value/gr;
	}
	return "@lines";
}

sub body {
	my ($number, $lines) = @_;
	return "static void *work$number(void *arg) { (void)arg; $lines return NULL; }\n";
}

sub write_program {
	my ($text) = @_;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $head, $text, $main;
	close $out or die "program.c: $!";
}

sub random_text {
	my ($seed) = @_;
	srand($seed);
	return join('', map { body($_, random_lines()) } 0 .. $threads - 1);
}

# How it ended, and how many classes there were.
sub classes {
	my (@equivalence) = @_;
	unlink glob("$room/*.trd");
	my ($status, $out) = run("$room", $treadle, '-q', '-k', '--races', 'off', '--equivalence', @equivalence, './program');
	return $out =~ /^(complete|bounded|stopped): (\d+) classes.*\n\z/m;
}

# The number of classes by brute force, if it can be compared.
sub compare {
	my ($name, $text) = @_;
	write_program($text);
	my ($status, $out, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	is("$status$err", '0', "$name compiles");
	my ($all, $expected) = classes('interleaving');
	my ($verdict, $count) = classes('trace');
	return if $all ne 'complete' || $verdict ne 'complete';
	is($count, $expected, "... and has as many classes as there are") or diag($text);
	for my $ranks (1 .. ($is_long ? 4 : 1)) {
		is(join(' ', classes('trace', '--ranks', $ranks)), "complete $expected", "... whosever turn it is ($ranks)") or diag($text);
	}
	return $expected;
}

for (@telling) {
	my ($classes, $what, @lines) = @$_;
	is(scalar compare("'@lines'", join('', map { body($_, $lines[$_]) } 0 .. $threads - 1)), $classes, "... $classes: $what");
}
my $compared = grep { defined compare("program $_", random_text($_)) } 1 .. $programs;
cmp_ok($compared, '>', $programs / 2, 'most of them can be compared');
done_testing;
