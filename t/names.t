#!/usr/bin/perl
# Names of C++ come as people write them, with debug information and without it.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

plan skip_all => 'needs g++' if !is_installed('g++');

my $source = abs_path('t/names/shop.cc');

sub outputs {
	my ($room, $binary) = @_;
	my @texts = map { (run($room, $treadle, @$_))[1] } (['races', '-q', '-k', '-n', 200, $binary],
		['-q', '-k', '-n', 200, '--format', 'json', $binary], ['-q', '-k', '-n', 200, '--format', 'sarif', $binary]);
	push @texts, map { (run($room, $treadle, 'show', @$_))[1] } map { [$_], ['--json', $_] } glob "$room/*.trd";
	return join '', @texts;
}

for my $compiler ('gcc', has_weaver() && is_installed('clang++') ? 'clang' : ()) {
	for my $is_stripped (0, 1) {
		my $room = tempdir(CLEANUP => 1);
		my ($status, undef, $err) = run($room, $treadle, 'c++', "--compiler=$compiler", '-g', '-o', 'shop', $source);
		is($status, 0, "$compiler: compiles") or diag($err);
		system('strip', '-g', "$room/shop") if $is_stripped;
		my $text = outputs($room, './shop');
		my %mangled = map { $_ => 1 } $text =~ /\b(_Z\w+)/g;
		my $which = "$compiler, " . ($is_stripped ? 'stripped' : 'with debug information');
		is(join(' ', sort keys %mangled), '', "$which: nothing is mangled");
		like($text, qr/\bBox<int>::count\b/, "$which: a static of a template") ;
		like($text, qr/\bshop::call<3, /, "$which: an instance of a template");
		like($text, qr/guard of instance::e\b/, "$which: a guard");
	}
}

# Nodes of containers, and what std::make_shared makes.
for my $compiler ('gcc', has_weaver() && is_installed('clang++') ? 'clang' : ()) {
	my $room = tempdir(CLEANUP => 1);
	my ($status, undef, $err) = run($room, $treadle, 'c++', "--compiler=$compiler", '-g', '-o', 'nodes', abs_path('t/names/nodes.cc'));
	is($status, 0, "$compiler: compiles") or diag($err);
	my (undef, $text) = run($room, $treadle, 'races', '-q', '-k', '-n', 50, './nodes');
	like($text, qr/data race on \Q$_\E:/, "$compiler: $_") for 'Config#1.version', 'Entry#1.value', 'pair#1.second', 'long#1[0]';
	unlike($text, qr/_M_|<std::/, '... and nothing in the words of the library');
}

# A name that was found once is found at once again: this took half a minute.
{
	my $room = tempdir(CLEANUP => 1);
	run($room, $treadle, 'c++', '-g', '-o', 'spinner', abs_path('t/names/spinner.cc'));
	my (undef, $text) = run($room, 'timeout', 10, $treadle, '-q', './spinner');
	like($text, qr/load is_here = false.*^stopped: /ms, 'names in a long execution');
	unlike($text, qr/stack-0x/, '... are names');
}
# No two threads have one name, whatever the program calls them.
{
	my $room = tempdir(CLEANUP => 1);
	run($room, $treadle, 'cc', '-g', '-o', 'named', abs_path('t/names/named.c'));
	run($room, $treadle, '-q', '-n', 1, '--strategy', 'run-on', '--races', 'off', '--expect-exit', 3, './named');
	my $trace = (run($room, $treadle, 'show', '--json', 'named.trd'))[1];
	is(join(' ', $trace =~ /^   "label": "([^"]+)"/mg), 'main add#2 add adder add#3', 'threads are told apart by their names');
}
done_testing;
