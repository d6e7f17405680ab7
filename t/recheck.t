#!/usr/bin/perl
# treadle recheck: the failure of a trace in other builds of its program.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my $room = File::Temp->newdir;

sub compile {
	my ($text, $name) = @_;
	open my $file, '>', "$room/sum.c" or die;
	print $file $text;
	close $file;
	my ($status, $out, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-g', '-O1', '-o', $name // 'sum', 'sum.c');
	die "$out$err" if $status;
}

sub rechecks {
	my ($what, $status, $says, @arguments) = @_;
	my ($got, $out, $err) = run("$room", $treadle, 'recheck', '-q', @arguments);
	is($got, $status, "$what: exit status") or diag("$out$err");
	like(unbroken("$out$err"), $says, "$what: what is said");
}

my $faulty = <<'END';
#include <assert.h>
#include <pthread.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
	int before = sum;
	sum = before + 1;
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(sum == 2);
	return 0;
}
END
compile($faulty);
my ($status, $out) = run("$room", $treadle, '-q', '--races', 'off', './sum');
is($status, 1, 'it fails');
like(unbroken($out), qr/\Asum: add(#2)? wrote sum at sum\.c:10 between add(#2)?'s read at sum\.c:9 and its write at sum\.c:10$/m, '... for a reason');

rechecks('the same program', 1, qr/^still there: add(#2)? wrote sum/m, 'sum.trd', './sum');
ok(-s "$room/sum.2.trd", '... with a new trace');
compile("/* A comment that\n * moves lines. */\n$faulty");
rechecks('lines have moved', 1, qr/^still there: /m, 'sum.trd', './sum');
rechecks('the program of the trace', 1, qr/^still there: /m, 'sum.trd');
compile($faulty =~ s/(\tint before = sum;\n.*?;\n)/\tpthread_mutex_lock(&lock);\n$1\tpthread_mutex_unlock(&lock);\n/sr);
rechecks('a lock keeps it away', 0, qr/^gone: nothing fails in all \d+ orders$/m, 'sum.trd', './sum');
compile($faulty =~ s/\tint before = sum;\n.*?;\n/\t__atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);\n/sr);
rechecks('the lines are gone', 0, qr/^the places do not exist any more: sum\.c:\d+ in add \(.*\); nothing fails in all \d+ orders$/m, 'sum.trd', './sum');
compile($faulty =~ s/\tint before = sum;\n.*?;\n/\tfor (int i = 0; i < 20; i++)\n\t\t__atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);\n/sr =~ s/sum == 2/sum == 40/r, 'many');
rechecks('they are gone, and not every order is tried', 2, qr/^the places do not exist any more: .*; nothing fails in the \d+ orders that were tried$/m,
	 '--time', '0.05', 'sum.trd', './many');
compile($faulty =~ s/sum == 2\)/sum == 3)/r);
rechecks('it fails in every order', 1, qr/^(still there: |it fails in another way: sum: assertion failed: sum == 3)/m, 'sum.trd', './sum');
rechecks('no file', 64, qr/which trace\?/);
rechecks('a file that is not there', 2, qr/none\.trd/, 'none.trd');
rechecks('a program that is not there', 2, qr/nothing_here/, 'sum.trd', './nothing_here');
compile($faulty);
run("$room", $treadle, '-q', '--races', 'off', '--explain', 'off', '--output-trace', 'bare.trd', './sum');
rechecks('a trace without a cause', 2, qr/bare\.trd does not say what made it fail/, 'bare.trd', './sum');
done_testing;
