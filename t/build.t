#!/usr/bin/perl
# The build itself: what make prints, what other flags rebuild, what it says when packages are missing, what make uninstall leaves.
use strict;
use warnings;
use File::Find qw(find);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use JSON::PP qw(decode_json);
use Loom qw(slurp);
use Test::More;

# The runtime is compiled plainly here: what is asked is make, not the compiler.
my $root = "$FindBin::Bin/..";
my $room = tempdir(CLEANUP => 1);
my @plain = ("BUILD=$room/build", qw(TRAIN= RT_LTO=));
my $object = "$room/build/src/rt/sys/hash.o";
delete @ENV{qw(CC CXX CFLAGS LDFLAGS MAKEFLAGS MAKELEVEL MFLAGS DESTDIR PREFIX)};
chdir $root or die "$root: $!";

# Its status and what it prints.
sub make {
	my $arguments = join ' ', map { "'$_'" } @_;
	my $said = `make --no-print-directory $arguments 2>&1`;
	return ($? >> 8, $said);
}

sub says {
	my ($text, $what, @arguments) = @_;
	my ($status, $said) = make(@arguments);
	is("$status $said", "0 $text", $what);
}

subtest 'what make prints' => sub {
	says("  CC      src/rt/sys/hash.c\n", 'a line a file', @plain, $object);
	says('', 'nothing is made twice', @plain, $object);
	says("  CC      src/rt/sys/hash.c\n", 'other flags make it again', @plain, 'CFLAGS=-DOTHER=\"1\"', $object);
	says('', 'nothing with -s', '-s', @plain, $object);
	my ($status, $said) = make(@plain, 'V=1', 'CFLAGS=-O0 -g3 -fsanitize=address', $object);
	like($said, qr/ -O3 .*-O0 -g3.* -c -o \Q$object\E src\/rt\/sys\/hash\.c$/m, 'the whole command with V=1, and flags reach the runtime');
	unlike($said, qr/-fsanitize|^  CC/m, '... but no sanitizer, and no short line');
};

subtest 'packages that are missing' => sub {
	my ($status, $said) = make("BUILD=$room/bare", 'CC=cc -nostdinc', "$room/bare/treadle");
	isnt($status, 0, 'make fails');
	my $packages = 'libdw-dev libelf-dev libjansson-dev libexpat1-dev libyaml-dev libzstd-dev';
	is((split /\n/, $said)[0], "treadle: packages are missing: $packages; make deps installs them (apt-get install $packages)",
	   '... and says what is missing and what installs it');
	($status, $said) = make("BUILD=$room/bare", 'CC=nonesuch', "$room/bare/treadle");
	like($said, qr/^treadle: there is no compiler nonesuch; /, 'a compiler that is not there');
};

subtest 'compile_commands.json' => sub {
	is((make('-s', 'compile_commands.json'))[0], 0, 'is made');
	my %known = map { $_->{file} => 1 } @{decode_json(slurp("$root/compile_commands.json"))};
	my @missing;
	find({no_chdir => 1, wanted => sub { push @missing, $_ if /\.c$/ && !$known{$_} }}, 'src');
	is(join(' ', sort @missing), 'src/rt/host/training.c', 'all files are in it but what only training compiles');
};

subtest 'the parts of make check-long' => sub {
	my ($status, $said) = make('-s', 'check-long-parts');
	my %parts_of;
	$parts_of{$_}++ for map { split } $said =~ /^ {10}(.*)$/mg;
	my @tests = map { s{^t/|\.(t|pl)$}{}gr } glob('t/*.t'), 't/judges.pl';
	is(join(' ', sort keys %parts_of), join(' ', sort @tests), 'every test is in a part');
	is(join(' ', grep { $parts_of{$_} > 1 } sort keys %parts_of), '', '... in one');
	($status, $said) = make('-s', 'check-long', 'PART=none such');
	is($status, 2, 'a part that is not there');
	like($said, qr/^make check-long has no part none such; it has: search /m, '... is said');
};

# Everything below a directory.
sub tree {
	my ($top) = @_;
	my @found;
	find({no_chdir => 1, wanted => sub { push @found, substr $_, length $top if $_ ne $top }}, $top);
	return join ' ', sort @found;
}

subtest 'make install and make uninstall' => sub {
	plan skip_all => 'another build is tested' if $ENV{TREADLE_BUILD};
	for my $before ('', 'share/man', 'lib/treadle') {
		my $prefix = "$room/prefix";
		make_path("$prefix/$before");
		my $tree = tree($prefix);
		is((make('-s', 'install', "PREFIX=$prefix"))[0], 0, 'make install');
		ok(-x "$prefix/bin/treadle" && -f "$prefix/lib/treadle/libtreadle-rt.a", '... installs');
		is((make('-s', 'install', "PREFIX=$prefix"))[0], 0, '... and once more');
		is((make('-s', 'uninstall', "PREFIX=$prefix"))[0], 0, 'make uninstall');
		is(tree($prefix), $before eq 'lib/treadle' ? '/lib' : $tree, 'leaves what was there before: ' . ($before || 'nothing'));
		File::Path::remove_tree($prefix);
	}
};
done_testing;
