#!/usr/bin/perl
# Inline assembly that works on memory is seen where clang compiles: what is right is not reported, what is wrong is found.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

plan skip_all => 'the rewriter for clang was not built' if !has_weaver();

sub check_clean {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--time', 20);
	my $ok = is($status, 0, 'nothing is found');
	$ok &= like($out, qr/^(complete|bounded): (?!1 )\d+ classes, \d+ executions, 0 findings\n\z/m, 'in more than one class');
	diag("$program->{name}:\n$out$err") if !$ok;
}

sub check_found {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--time', 20);
	my ($file, $trace) = expected_trace($program, $directory);
	is($status, 1, 'something is found') or diag("$program->{name}:\n$out$err");
	ok($trace, "which is $program->{expect}") or return;
	is((run($directory, $treadle, 'replay', $file))[0], 1, 'and replays');
}

for my $program (programs('assembly')) {
	subtest $program->{name} => sub {
		my ($binary, $messages) = weave($program, 'clang');
		ok($binary, 'compiles') or return diag($messages);
		$program->{expect} ? check_found($program, $binary) : check_clean($program, $binary);
		is((run('/', $binary))[0], 0, 'ends well without treadle');
	};
}
done_testing;
