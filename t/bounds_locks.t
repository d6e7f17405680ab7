#!/usr/bin/perl
# Locks that are held around a loop (src/bounds/locks.c): random programs that empty a list, with two locks that are taken and given
# back anywhere, are judged by treadle bounds and run many times in a world where taking a lock that is held is the end.  A loop that
# goes on and on in one of the runs must not be called bounded.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";
begin_lots(11);
my $programs = $is_long ? 500 : 120;

sub lock_or_unlock {
	my ($i) = @_;
	return (below(2) ? 'pthread_mutex_lock' : 'pthread_mutex_unlock') . '(&' . qw(a b)[below(2)] . "_$i);\n";
}

# Taken, something done, given back: what people write.
sub section {
	my ($i, $inside) = @_;
	my $lock = qw(a b)[below(2)];
	return "pthread_mutex_lock(&${lock}_$i);\n${inside}pthread_mutex_unlock(&${lock}_$i);\n";
}

sub statement {
	my ($i, $depth, $callee) = @_;
	my $kind = below($depth > 0 ? 8 : 4);
	return "push_$i(job);\n" if $kind == 0;
	return below(3) ? section($i, "push_$i(job);\n") : lock_or_unlock($i) if $kind == 1;
	return $callee ? "$callee(job);\n" : "job->size++;\n" if $kind == 2;
	return below(4) ? "job->size++;\n" : "return;\n" if $kind == 3;
	return section($i, statements($i, $depth - 1, $callee)) if $kind < 6;
	return "if (is_so()) {\n" . statements($i, $depth - 1, $callee) . "}\n" if $kind == 6;
	return "if (is_so()) {\n" . statements($i, $depth - 1, $callee) . "} else {\n" . statements($i, $depth - 1, $callee) . "}\n";
}

sub statements {
	my ($i, $depth, $callee) = @_;
	return join '', map { statement($i, $depth, $callee) } 1 .. 1 + below(2);
}

# Before the loop: mostly a lock that stays taken.
sub prelude {
	my ($i) = @_;
	my $text = below(5) ? 'pthread_mutex_lock(&' . qw(a b)[below(2)] . "_$i);\n" : '';
	my $other = lock_or_unlock($i);
	$text .= "if (is_so()) {\n$other" . (below(2) ? "return;\n" : '') . "}\n" if below(3) == 0;
	$text .= $other if below(6) == 0;
	return $text;
}

my $text = <<'END';
#include <pthread.h>
#include <stddef.h>
struct job { struct job *next; int size; };
void *work(void *arg);
int is_so(void);
END
my @line;
for my $i (1 .. $programs) {
	$text .= "static pthread_mutex_t a_$i = PTHREAD_MUTEX_INITIALIZER, b_$i = PTHREAD_MUTEX_INITIALIZER;\nstatic struct job *jobs_$i;\n";
	$text .= "static void push_$i(struct job *job)\n{\njob->next = jobs_$i;\njobs_$i = job;\n}\n";
	$text .= "static void inner_$i(struct job *job)\n{\n" . statements($i, 2) . "}\n";
	$text .= "static void outer_$i(struct job *job)\n{\n" . statements($i, 2, "inner_$i") . "}\n";
	$text .= "void run_$i(void)\n{\npthread_t t;\n" . prelude($i);
	$line[$i] = 1 + $text =~ tr/\n//;
	$text .= "while (jobs_$i) {\nstruct job *job = jobs_$i;\njobs_$i = job->next;\npthread_create(&t, NULL, work, job);\n";
	$text .= lock_or_unlock($i) if below(8) == 0;
	$text .= "outer_$i(job);\n}\n}\n";
}

# The world.
my $world = <<'END';
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf end;
static const void *held[2];
static int created;
static void take(const void *lock)
{
	if (held[0] == lock || held[1] == lock)
		longjmp(end, 1);
	held[held[0] ? 1 : 0] = lock;
}
static void give(const void *lock)
{
	for (int i = 0; i < 2; i++)
		if (held[i] == lock)
			held[i] = NULL;
}
static int create(void)
{
	if (++created == 200)
		longjmp(end, 1);
	return 0;
}
#define pthread_mutex_lock(lock) take(lock)
#define pthread_mutex_unlock(lock) give(lock)
#define pthread_create(...) create()
#include "locks.c"
void *work(void *arg) { return arg; }
static int lean;
int is_so(void) { return rand() % 8 < lean; }
END
$world .= <<'END';
static void repeat(void (*function)(void), struct job **first)
{
	static struct job jobs[3];
	int most = 0;
	for (int run = 0; run < 400; run++) {
		lean = run % 9;
		created = 0;
		held[0] = held[1] = NULL;
		jobs[0].next = &jobs[1], jobs[1].next = &jobs[2], jobs[2].next = NULL;
		*first = jobs;
		if (!setjmp(end))
			function();
		most = created > most ? created : most;
	}
	printf("%d\n", most);
}
END
$world .= "int main(void)\n{\n" . join('', map { "repeat(run_$_, &jobs_$_);\n" } 1 .. $programs) . "return 0;\n}\n";
my $room = tempdir(CLEANUP => 1);
for (['locks.c', $text], ['main.c', $world]) {
	open my $out, '>', "$room/$_->[0]" or die "$_->[0]: $!";
	print $out $_->[1];
	close $out;
}

my ($status, $ran, $err) = run($room, qw(gcc -w -O0 main.c -o main));
is $status, 0, 'the programs compile' or BAIL_OUT($err);
($status, $ran) = run($room, './main');
is $status, 0, 'and run';
my @most = (undef, split /\n/, $ran);
($status, my $said) = bounds_json($room, 'locks.c');
my %verdict = map { $_->{line} => $_->{verdict} } @{$said->{loops}};
my @wrong = grep { $most[$_] >= 200 && ($verdict{$line[$_]} // 'none') ne 'unbounded' } 1 .. $programs;
is join(' ', @wrong), '', "$programs programs: none that goes on is called bounded";
my $endless = grep { $_ >= 200 } @most[1 .. $programs];
my @bounded = grep { ($verdict{$line[$_]} // 'none') eq 'bounded' } 1 .. $programs;
my $by_locks = grep { $text =~ /\n\s*push_$_\(job\);/ } @bounded;
my $needless = grep { $most[$_] < 200 && ($verdict{$line[$_]} // 'none') ne 'bounded' } 1 .. $programs;
cmp_ok $endless, '>', $programs / 5, "$endless go on";
cmp_ok $by_locks, '>', $programs / 10, "$by_locks could put a job back, and are bounded";
note "$needless end, and are called unbounded all the same";
diag $text =~ /(static void inner_$wrong[0]\(.*?\n\}\n)(?=static pthread|\z)/s if @wrong;
done_testing;
