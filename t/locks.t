#!/usr/bin/perl
# Locks inside libraries that are not woven: those of GLib, which Treadle knows, and those that --locks names.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $room = File::Temp->newdir;
my $from = "$root/t/locks";
my @rows = ('--locks', "$from/box.rows");

sub woven {
	my ($compiler, $name, $source, @flags) = @_;
	my ($status, $out, $err) = run("$room", $treadle, 'cc', "--compiler=$compiler", '-g', '-O1', '-o', $name, "$from/$source", @flags);
	is("$status$out$err", '0', "$name compiles ($compiler)");
}

# The exit status, and all that was said.
sub explored {
	my (@arguments) = @_;
	my ($status, $out, $err) = run("$room", $treadle, @arguments);
	return ($status, $out . $err);
}

sub explores {
	my ($status, $says, $name, @arguments) = @_;
	my ($got, $text) = explored('-q', @arguments);
	is($got, $status, "$name: the exit status") or diag($text);
	like($text, $says, "$name: what is said");
	return $text;
}

sub check_box {
	my ($compiler) = @_;
	my @box = ("-I$from", "-L$room", '-lbox', '-Wl,-rpath,$ORIGIN');
	woven($compiler, 'uses_box', 'uses_box.c', @box);
	woven($compiler, 'wrong', 'uses_box.c', '-DWRONG', @box);
	woven($compiler, 'two_boxes', 'two_boxes.c', @box);
	woven($compiler, 'rests', 'rests.c', @box);
	explores(0, qr/\Acomplete: (\d+) classes, \1 executions, 0 findings\n\z/, 'every order', '-e', 'trace', @rows, './uses_box');
	my $classes = qr/^complete: (\d+) classes/m;
	my ($by_trace) = (explored('-q', '-e', 'trace', '--races', 'off', @rows, './uses_box'))[1] =~ $classes;
	my ($by_force) = (explored('-q', '-e', 'interleaving', '--races', 'off', @rows, './uses_box'))[1] =~ $classes;
	is($by_trace, $by_force, 'as many classes as by brute force');
	explores(0, qr/ 0 findings\n\z/, 'the invariants', '-e', 'trace', '--self-check', @rows, './uses_box');
	explores(1, qr/assertion failed/, 'what is wrong is found', @rows, './wrong');
	explores(1, qr/deadlock: .* lock (red|blue) held by /, 'a deadlock', @rows, '--strategy', 'random', './two_boxes');
	explores(0, qr/^bounded: a function of a library gave up its lock.* 0 findings\n\z/ms, 'a wait', @rows, './rests');
	my $note = 'the program also calls functions of libbox.so, which was not compiled with treadle cc; if it locks there, see --locks';
	woven($compiler, 'counts', 'counts.c', @box);
	my @once = ('-q', '--strategy', 'run-on', '-n', 1, '--time', 5, '--watchdog', 1);
	like(unbroken((explored(@once, './counts'))[1]), qr/^    note: \Q$note\E$/m, 'a race names the library whose locks are not known');
	explored(@once, '--format', 'sarif', '-o', 'counts.sarif', './counts');
	like(slurp("$room/counts.sarif"), qr/and nothing orders the two; \Q$note\E"/, '... and so in SARIF');
	explores(0, qr/ 0 findings\n\z/, '... and is none where they are', @rows, './counts');
	unlink glob "$room/counts.trd $room/counts.*.trd $room/counts.sarif";
	for my $trace ('wrong.trd', 'two_boxes.trd') { # which has the rows
		my ($status, $text) = explored('replay', $trace);
		is($status, 1, "$trace replays") or diag($text);
		unlink "$room/$trace";
	}
}

sub check_glib {
	my ($compiler) = @_;
	my @flags = split ' ', `pkg-config --cflags --libs glib-2.0`;
	woven($compiler, 'glib', 'glib.c', @flags);
	explores(0, qr/ 0 findings\n\z/, "GLib, $_", split(' ', $_), './glib')
		for '--executions 3000', '--executions 500 --strategy random', '--executions 300 -e trace --self-check';
}

sub refuses {
	my ($line, $says) = @_;
	open my $out, '>', "$room/bad.rows" or die "bad.rows: $!";
	print $out "# a comment\n\n$line\n";
	close $out or die "bad.rows: $!";
	my ($status, $text) = explored('--locks', 'bad.rows', './uses_box');
	is("$status $text", "2 treadle: bad.rows:3: $says\n", "'$line' is refused");
}

my ($status, undef, $err) = run("$room", 'gcc', '-O1', '-shared', '-fPIC', '-o', 'libbox.so', "$from/box.c");
is("$status$err", '0', 'the library compiles');
my @compilers = ('gcc', has_weaver() ? 'clang' : ());
check_box($_) for @compilers;
SKIP: {
	skip 'needs GLib', 1 if !is_installed('pkg-config') || system('pkg-config --exists glib-2.0') != 0;
	check_glib($_) for @compilers;
}
refuses('box_enter', 'write NAME ROLE ARGUMENT');
refuses('box_enter lock', 'write NAME ROLE ARGUMENT');
refuses('box_rest wait 1', 'write NAME wait ARGUMENT LOCK UNLOCK');
refuses('box_enter lock one', "the argument is a number from 1 to 6, not 'one'");
refuses('box_enter lock 7', "the argument is a number from 1 to 6, not '7'");
refuses('box_enter sit 1', "'sit' is none of lock, try-lock, try-lock-zero, unlock, read-lock, write-lock, rw-unlock, wait, acquire, release and once");
refuses('x' x 64 . ' lock 1', 'a name has more than 63 letters');
($status, my $text) = explored('--locks', 'none', './uses_box');
is("$status $text", "2 treadle: none: No such file or directory\n", 'a file that is not there');
done_testing;
