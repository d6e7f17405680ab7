#!/usr/bin/perl
# <treadle/sync.h>: the search agrees with brute force on random programs, says `bounded` where it must, and the library does in
# plain programs what it does under Treadle.  (figures.t has programs with known counts, bad.t and ok.t those with and without bugs.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Scripts;
use Test::More;

my $programs = $is_long ? 300 : 33;
my $room = File::Temp->newdir;

sub build_scripts {
	my ($compiler) = @_;
	my ($binary, $messages) = weave({ file => "$root/t/generate/sync_script.c", name => 'sync_script', flags => [] }, $compiler);
	ok($binary, "the scripts compile with $compiler") or BAIL_OUT($messages);
	return $binary;
}

sub check_random {
	my ($binary, $count, @families) = @_;
	my ($same, $skipped) = (0, 0);
	for my $seed (1 .. $count) {
		my @scripts = random_scripts($seed, @families);
		my $faults = compare_scripts($binary, @scripts);
		!defined $faults ? $skipped++ : $faults eq '' ? $same++ : fail("sync_script @scripts: $faults");
	}
	my $what = @families ? "@families" : 'all families';
	cmp_ok($same, '>=', 0.6 * $count, "$what: $same of $count programs agree, $skipped are too large");
}

# A check that cannot fail is none: what the programs can come to differs.
sub check_variety {
	my %seen = map { join(' ', random_scripts($_)) => 1 } 1 .. 500;
	cmp_ok(scalar keys %seen, '>', 480, 'most random programs are different');
	my $all = join '', keys %seen;
	is(join('', grep { index($all, $_) < 0 } qw/P V p v ( ) w s a l W S [ ] u i U I 1 2 3 4 5 6 7 8 9 0 n m h M r x ?/), '', 'every letter occurs');
}

# Where classes may be missed the search must not say `complete`.
sub check_bounded {
	my ($binary, $why, @scripts) = @_;
	my (undef, $out) = run($room, $treadle, '-q', '-k', '-e', 'trace', $binary, @scripts);
	like($out, qr/^bounded: /m, "$why is bounded");
}

sub compile_figure {
	my ($name, @flags) = @_;
	my ($status, $out, $err) = run("$root/examples/figures", 'gcc', qw(-g -O1 -Wall -Wextra -pthread), "-I$root/include", @flags,
				       '-o', "$room/$name", "$name.c", "-L$Loom::build", '-ltreadle-sync');
	is("$status$out$err", '0', "$name compiles as a plain program, @flags");
	return "$room/$name";
}

# Every program of figures.t as a plain one, looked at by a race detector.
sub check_plain {
	my ($command, @flags) = @_;
	my ($name, @arguments) = split ' ', $command;
	my $binary = compile_figure($name, @flags);
	for my $time (1 .. ($is_long ? 20 : 5)) {
		my ($status, $out, $err) = run($room, $binary, @arguments);
		is("$status$out$err", '0', "$command runs well") or return;
	}
}

sub check_misuse {
	my ($code, $says) = @_;
	open my $file, '>', "$room/misuse.c" or die $!;
	print $file "#include <treadle/sync.h>\nstatic treadle_monitor_t m; static treadle_condition_t c; static treadle_port_t p;\n",
		"int main(void) { (void)m; (void)c; (void)p; $code return 0; }\n";
	close $file;
	my ($status, $out, $err) = run($room, 'gcc', '-pthread', "-I$root/include", '-o', 'misuse', 'misuse.c', "-L$Loom::build",
				       '-ltreadle-sync');
	is("$status$out$err", '0', 'the wrong program compiles');
	($status, $out, $err) = run($room, "$room/misuse");
	is($status, 134, "$says: aborts");
	is($err, "treadle/sync.h: $says\n", '... with one line');
}

sub check_header {
	my (@compiler) = @_;
	my ($status, $out, $err) = run($room, @compiler, qw(-Wall -Wextra -Werror -pedantic -fsyntax-only), "$root/include/treadle/sync.h");
	is("$status$out$err", '0', "the header is right for @compiler");
}

# What is installed serves plain programs and treadle cc.
sub check_installed {
	my ($status, $out, $err) = run($root, qw(make -s install PREFIX=/usr), "DESTDIR=$room/installed");
	is($status, 0, 'make install') or return diag("$out$err");
	my $usr = "$room/installed/usr";
	my $source = "$root/examples/figures/bb_select.c";
	is((run($room, 'gcc', '-pthread', "-I$usr/include", '-o', 'plain', $source, "-L$usr/lib", '-ltreadle-sync'))[0], 0, 'a plain program');
	is((run($room, "$room/plain"))[0], 0, '... runs');
	is((run($room, "$usr/bin/treadle", 'cc', '-o', 'woven', $source))[0], 0, 'a woven program');
	like((run($room, "$usr/bin/treadle", '-q', '-e', 'trace', './woven'))[1], qr/^complete: 8 classes/m, '... is explored');
}

my $binary = build_scripts('gcc');
check_variety();
check_random($binary, $programs);
check_random($binary, $programs / 2, @$_) for ['continue'], ['over'], ['meetings', 'memory'], ['ports', 'branches'], ['lengths'],
	['queues'];
check_random(build_scripts('clang'), $programs / 4) if has_weaver();
is(compare_scripts($binary, @$_), '', "sync_script @$_: who waits at the end has met a sender before") for [qw(103 33 45)], [qw(1m6M 2M 35)];
check_bounded($binary, 'a rendezvous with several receivers', qw(15 26 36));
check_bounded($binary, 'a rendezvous with a receiver that comes late', qw(15 26 3x6));
check_bounded($binary, 'a selective wait for messages that lie in ports', qw(1A 21 33));
check_plain($_, '-fsanitize=thread') for 'bb_select 3 3 2 4', 'bb_monitor 3 3 2 9 0', 'bb_monitor 3 3 2 9 1', 'bb_monitor 3 3 2 9 2',
	'rw_select 3 2', 'rw_monitor 3 2 0', 'rw_monitor 3 2 1', 'philosophers_monitor 5', 'mutual_exclusion 3',
	'mutual_exclusion 3 1 1', 'port 4 9', 'port 4 9 2';
check_misuse('treadle_monitor_enter(&m);', 'a monitor is entered that is not initialised');
check_misuse('treadle_port_send(&p, 0);', 'a port is used that is not initialised');
check_misuse('treadle_monitor_init(&m, TREADLE_SIGNAL_AND_CONTINUE); treadle_monitor_leave(&m);', 'a thread uses a monitor that it is not in');
check_misuse('treadle_monitor_init(&m, TREADLE_SIGNAL_AND_URGENT_WAIT); treadle_condition_init(&c, &m); treadle_monitor_enter(&m); '
	. 'treadle_condition_signal_all(&c);', 'signal_all in a monitor whose signallers do not continue');
check_installed() if !$ENV{TREADLE_BUILD};
check_header('gcc', '-std=c11', '-xc');
check_header('g++', '-std=c++11', '-xc++');
my ($unused) = grep { $_->{name} eq 'sync_port_unused' } programs('ok');
my ($lonely) = weave($unused, 'gcc');
like((run('/', $treadle, qw(-q --equivalence), $_, $lonely))[1], qr/^complete: 1 classes, 1 executions, 0 findings$/m, "$_: a port that nobody uses")
	for qw(trace rf);
done_testing;
