#!/usr/bin/perl
# Function-local statics of C++: a systematic search has the classes of brute force, though the C++ library is not woven.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

plan skip_all => 'needs g++' if !is_installed('g++');

sub classes_of {
	my ($binary, $equivalence) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q --time 60 --classes classes --equivalence), $equivalence, $binary);
	is($status, 0, "$equivalence finds nothing") or diag("$out$err");
	like($out, qr/^complete: /m, '... and is complete');
	return slurp("$room/classes") =~ s/ \d+$//mgr;
}

for my $compiler (grep { $_ eq 'gcc' || has_weaver() } qw(gcc clang)) {
	my ($binary, $messages) = weave({ file => "$FindBin::Bin/statics/first.cc", name => 'statics_first', is_cxx => 1, flags => [] }, $compiler);
	ok($binary, "$compiler: compiles") or diag($messages), next;
	my $brute_force = classes_of($binary, 'interleaving');
	is(classes_of($binary, 'trace'), $brute_force, '... with the same classes by trace as by brute force');
	cmp_ok(scalar(split /\n/, $brute_force), '>', 1, '... and more than one');
}
done_testing;
