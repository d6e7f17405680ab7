#!/usr/bin/perl
# treadle guide: sequences of places on random programs are reached exactly if some interleaving comes to them in their order, by brute force, and
# impossible exactly if none does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Places;
use Test::More;

my $programs = $is_long ? 400 : 25;
my $first = $ENV{TREADLE_SEED} // 1;
my $sequences = $is_long ? 6 : 3;

my $room = File::Temp->newdir;
my @drawn = map { draw_program($_) } $first .. $first + $programs - 1;
open my $file, '>', "$room/drawn.c" or die;
print $file c_text(@drawn);
close $file;
my ($status, undef, $messages) = run($room, $treadle, qw(cc -g -O0 -o drawn drawn.c));
is($status, 0, 'the programs compile') or BAIL_OUT($messages);

my (%counts, @wrong);
for my $program (@drawn) {
	for (1 .. $sequences) {
		my $sequence = draw_sequence($program);
		my $expected = can_come($program, $sequence) ? 'reached' : 'impossible';
		my $words = words_of('drawn.c', @$sequence);
		my @how = rand() < 0.5 ? '--search-only' : ();
		my (undef, $out, $err) = run($room, $treadle, 'guide', '--time', 20, @how, '--output-trace', 'one.trd', '--at', $words, './drawn', $program->{seed});
		my ($said) = $out =~ /^(\w+)/;
		$said //= "nothing ($err)";
		$counts{$said}++;
		unlink "$room/one.trd";
		# Between a read and the abort that it leads to no other thread has a turn, though on a machine it could.
		next if $said eq 'not' && grep { $_->{op} eq 'A' } map { @$_ } @{$program->{bodies}};
		push @wrong, "program $program->{seed}, @how $words: $expected, said $said" if $said ne $expected;
	}
}
diag("$_") for @wrong;
is(scalar @wrong, 0, 'sequences are reached, or impossible, as brute force says');
note(join ', ', map { "$counts{$_} $_" } sort keys %counts);
cmp_ok($counts{not} // 0, '<', $programs / 8, 'few are left open');
cmp_ok($counts{reached} // 0, '>', $programs / 2, 'many are reached');
cmp_ok($counts{impossible} // 0, '>', $programs / 2, 'many are impossible');

# Threads that wait for each other come to what they wait for last; what a third one does may come before.
open $file, '>', "$room/circle.c" or die;
print $file <<'END';
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *one(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* 7 */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}
static void *two(void *arg)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* 15 */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}
static void *three(void *arg)
{
	x = 1; /* 22 */
	return arg;
}
int main(void)
{
	pthread_t threads[3];
	pthread_create(&threads[0], 0, one, 0);
	pthread_create(&threads[1], 0, two, 0);
	pthread_create(&threads[2], 0, three, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], 0);
	int local = x + 1;
	return local == 2 ? 0 : local;
}
END
close $file;
run($room, $treadle, qw(cc -g -O0 -o circle circle.c));

sub guides {
	my ($name, $expected, $pattern, @arguments) = @_;
	my ($status, $out, $err) = run($room, $treadle, 'guide', '--output-trace', 'one.trd', @arguments);
	is($status, $expected, "$name: exit status") or diag("$out$err");
	like($out . $err, $pattern, $name);
	if ($status == 1) {
		my ($replayed, $again) = run($room, $treadle, 'replay', 'one.trd');
		unlike($again, qr/diverged/, "$name: the trace replays");
	}
	unlink "$room/one.trd";
	return;
}

guides('a deadlock', 1, qr/^reached: .*2  circle.c:15: what a thread waits for at the end.*^then: circle: deadlock/ms,
       '--failing', '--at', 'circle.c:7,circle.c:15', './circle');
guides('what a third thread does before it', 1, qr/^reached: /, '--at', 'circle.c:22,circle.c:6,circle.c:14,circle.c:15,circle.c:7', './circle');
guides('both have had both locks', 1, qr/^reached: /, '--at', 'unlock:circle.c:8,unlock:circle.c:16,circle.c:22', './circle');
guides('threads and names', 1, qr/^reached: /, '--at', 'one@lock:a,three@write:x,two@lock:b', './circle');
guides('not in any order, though some fail', 0, qr/^impossible in this test: .*failed without coming there/s, '--at', 'circle.c:22,circle.c:22', './circle');

# A compare-and-swap that fails only reads: a search by traces makes one order of it and another read.
open $file, '>', "$room/swap.c" or die;
print $file <<'END';
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x;
static void *looks(void *arg)
{
	(void)!atomic_load(&x); /* 6 */
	return arg;
}
static void *fails(void *arg)
{
	int five = 5;
	atomic_compare_exchange_strong(&x, &five, 6); /* 12 */
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, looks, 0);
	pthread_create(&b, 0, fails, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
close $file;
run($room, $treadle, qw(cc -g -O0 -o swap swap.c));
guides("a swap that fails, $_", 1, qr/^reached: /, '--search-only', '--at', $_, './swap')
	for 'swap.c:6,swap.c:12', 'swap.c:12,swap.c:6';

guides('a read of a write', 1, qr/^circle.c:33 <- circle.c:22: possible$/m, '--reads', 'circle.c:33 <- circle.c:22', './circle');
guides('a read that no execution has', 0, qr/^circle.c:33 <- beginning: impossible: no execution of all \d+ has it\nbecause$/m, '--reads', 'circle.c:33 <- beginning', './circle');
guides('two questions', 64, qr/^treadle: where to\? One of/m, '--at', 'x', '--reads', 'x <- x', './circle');

guides('no code', 2, qr/^treadle: circle.c:2: there is no code at that line; the nearest place is circle.c:6$/m, '--at', 'circle.c:2', './circle');
guides('nothing that others notice', 2, qr/^treadle: circle.c:10: nothing happens there that other threads can notice; the nearest place is circle.c:9$/m,
	'--at', 'circle.c:10', './circle');
guides('no such file', 2, qr/^treadle: other.c:7: no code was compiled from a file other.c/m, '--at', 'other.c:7', './circle');
guides('no such name', 2, qr/^treadle: y: there is no variable, function or object of that name/m, '--at', 'y', './circle');
guides('no such thread', 2, qr/^treadle: four\@x: there is no thread four; the program has main and 3 more$/m, '--at', 'four@x', './circle');
guides('no such operation', 64, qr/^treadle: --at jump:x: 'jump' is no operation/m, '--at', 'jump:x', './circle');
guides('no place', 64, qr/^treadle: --at ',' names no place/m, '--at', ',', './circle');
guides('no places', 64, qr/^treadle: where to\?/m, './circle');
done_testing;
