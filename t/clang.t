#!/usr/bin/perl
# The programs of t/bad and t/ok again, woven by clang, with the usual search.  To compile them takes longest: make check takes every second one of
# t/ok, make check-long all.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

plan skip_all => 'the rewriter for clang was not built' if !has_weaver();

my $executions = $is_long ? 5000 : 400;

sub check_bad {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary);
	my ($file, $trace) = expected_trace($program, $directory);
	my $ok = is($status, 1, 'something is found');
	$ok &= like($trace ? $trace->{result}{kind} : 'no trace', qr/^($program->{expect})$/, "$program->{expect} is found");
	$ok &= like(unbroken($out), qr/$_/m, "the report says $_") for @{$program->{says}};
	$ok &= unlike(unbroken($out), qr/$_/m, "the report does not say $_") for @{$program->{never}};
	diag("$program->{name}:\n$out$err") if !$ok;
}

sub check_ok {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--executions', $executions, '--time', 1);
	is($status, 0, 'nothing is found') or diag("$program->{name}:\n$out$err");
	return if ($program->{alone} || '') eq 'no';
	my ($alone, $printed) = run('/', $binary);
	is($alone, 0, 'ends well without treadle');
}

for my $folder (qw(bad ok)) {
	for my $program (one_in($folder eq 'ok' && !$is_long ? 2 : 1, programs($folder))) {
		subtest "$folder/$program->{name}" => sub {
			plan skip_all => 'needs clang++' if $program->{is_cxx} && !is_installed('clang++');
			my ($binary, $messages) = weave($program, 'clang');
			ok($binary, 'compiles') or return diag($messages);
			is($messages || '', '', 'without a warning');
			$folder eq 'bad' ? check_bad($program, $binary) : check_ok($program, $binary);
		};
	}
}
done_testing;
