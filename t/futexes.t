#!/usr/bin/perl
# Small random programs of loads, stores, futex waits and wakes: a search by `trace` must come to as many classes as trying every
# order does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $programs = $is_long ? 200 : 20;
my $threads = 3;
my @steps = ('(void)word;', 'word = %d;', 'wait(%d);', 'wait(%d);', 'wake();', 'if (word == %d) wait(%d);');
my $room = File::Temp->newdir;

my $head = <<'END';
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic unsigned word;
static void wait(unsigned value) { syscall(SYS_futex, &word, FUTEX_WAIT, value, NULL); }
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

sub body {
	my ($number) = @_;
	my @lines;
	for (0 .. rand 3) {
		my $value = int rand 2;
		push @lines, $steps[rand @steps] =~ s/%d/$value/gr;
	}
	return "static void *work$number(void *arg) { (void)arg; @lines return NULL; }\n";
}

sub write_program {
	my ($seed) = @_;
	srand($seed);
	my $text = join('', map { body($_) } 0 .. $threads - 1);
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $head, $text, $main;
	close $out or die "program.c: $!";
	return $text;
}

# How it ended, and how many classes there were.
sub classes {
	my ($equivalence) = @_;
	unlink glob("$room/*.trd");
	my ($status, $out) = run("$room", $treadle, '-q', '-k', '--races', 'off', '--equivalence', $equivalence, './program');
	return $out =~ /^(complete|bounded|stopped): (\d+) classes.*\n\z/m;
}

my $compared = 0;
for my $seed (1 .. $programs) {
	my $text = write_program($seed);
	my ($status, $out, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	is("$status$err", '0', "program $seed compiles");
	my ($all, $expected) = classes('interleaving');
	my ($verdict, $count) = classes('trace');
	next if $all ne 'complete' || $verdict ne 'complete';
	$compared++;
	is($count, $expected, "... and has as many classes as there are") or diag($text);
}
cmp_ok($compared, '>', $programs / 2, 'most of them can be compared');
done_testing;
