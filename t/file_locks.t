#!/usr/bin/perl
# Small random programs whose threads lock a file by flock and by ranges, through files of their own, copies and one that they share: a
# search by `trace` must come to as many classes as trying every order does, and to a deadlock if there is one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Lots;
use Loom;
use File::Temp ();
use Test::More;

my $programs = $is_long ? 150 : 16;
my $first = $ENV{TREADLE_SEED} // 1;
my $room = File::Temp->newdir;

my $head = <<'END';
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>
static int shared;
static int opened(void) { return open("locked", O_CREAT | O_RDWR, 0600); }
static void set(int fd, int command, int type, int start, int length)
{
	fcntl(fd, command, &(struct flock){.l_type = type, .l_start = start, .l_len = length});
}
END

sub random_call {
	my ($has_ranges) = @_;
	my $fd = one_of('a', 'a', 'b');
	return sprintf('set(%s, %s, %s, %d, %d);', $fd, one_of('F_OFD_SETLKW', 'F_OFD_SETLK'), one_of('F_WRLCK', 'F_RDLCK', 'F_UNLCK'),
		       below(2), 1 + below(2)) if $has_ranges && below(3);
	return sprintf('flock(%s, %s);', $fd, one_of('LOCK_EX', 'LOCK_SH', 'LOCK_EX | LOCK_NB', 'LOCK_UN', 'LOCK_UN'));
}

sub body {
	my ($number, $is_shared, $has_ranges, $most) = @_;
	my @calls = map { random_call($has_ranges) } 0 .. below($most);
	push @calls, 'close(b);' if below(2);
	push @calls, 'close(a);' if !$is_shared && below(2);
	my ($a, $b) = ($is_shared ? 'shared' : 'opened()', one_of('dup(a)', 'opened()', 'opened()'));
	return "static void *work$number(void *arg) { int a = $a, b = $b; @calls return arg; }\n";
}

sub random_text {
	my ($seed) = @_;
	begin_lots($seed);
	my ($threads, $is_shared, $has_ranges) = (2 + below(2), below(2), below(2));
	my $text = join '', map { body($_, $is_shared, $has_ranges, $threads == 2 ? 4 : 3) } 0 .. $threads - 1;
	my $names = join ', ', map { "work$_" } 0 .. $threads - 1;
	return $text . <<"END";
int main(void)
{
	pthread_t threads[$threads];
	void *(*bodies[])(void *) = {$names};
	shared = opened();
	for (int i = 0; i < $threads; i++) pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < $threads; i++) pthread_join(threads[i], NULL);
	return 0;
}
END
}

sub compile_it {
	my ($name, $text) = @_;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $head, $text;
	close $out or die "program.c: $!";
	my ($status, undef, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	is("$status$err", '0', "$name compiles");
}

# How it ended, how many classes there were, and whether one of them is a deadlock.
sub outcome {
	my (@equivalence) = @_;
	unlink glob("$room/*.trd");
	my (undef, $out) = run("$room", $treadle, '-q', '-k', '--races', 'off', '--executions', 20000, '--equivalence', @equivalence,
			       './program');
	my ($verdict, $classes, $findings) = $out =~ /^(complete|bounded|stopped): (\d+) classes, \d+ executions, (\d+) findings\n\z/m;
	return ($verdict, "$classes classes, " . ($findings ? 'stuck' : 'never stuck'));
}

my ($compared, $exact) = (0, 0);
for my $seed ($first .. $first + $programs - 1) {
	my $text = random_text($seed);
	compile_it("program $seed", $text);
	my ($all, $expected) = outcome('interleaving');
	next if $all ne 'complete';
	my ($verdict, $found) = outcome('trace');
	$compared++;
	$exact += $verdict eq 'complete';
	is($found, $expected, "program $seed: by trace ($verdict) as by every order") or diag($text);
}
cmp_ok($compared, '>', $programs / 2, 'most of them can be compared');
cmp_ok($exact, '>', $programs / 3, 'many are complete');
done_testing;
