#!/usr/bin/perl
# Nothing is wrong with the programs of t/ok: no strategy may report anything (make check has them take turns, make check-long tries each alone),
# and woven but run by themselves they do what they do when compiled as usual.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

my $executions = $is_long ? 5000 : 1400;
my $seconds = $is_long ? 5 : 1;

sub check_clean {
	my ($program, $binary, $how, @options) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--executions', $executions, '--time', $seconds, @options);
	my $ok = is($status, 0, "$how finds nothing");
	$ok &= like($out, qr/^(complete|bounded|stopped): \d+ classes, [1-9]\d* executions, 0 findings\n\z/m, "$how says so");
	$ok &= is(join(' ', glob("$directory/*")), '', "$how leaves no file");
	$ok &= is($err, '', "$how warns of nothing") if $program->{quiet};
	diag("$program->{name}, $how:\n$out$err") if !$ok;
}

# Two that search depth first cannot.
sub taking_turns {
	return @_ if $is_long;
	return grep { $_ ne '' } join(',', grep { $_ ne 'preemptions' } @_), grep { $_ eq 'preemptions' } @_;
}

sub check_alone {
	my ($program, $binary) = @_;
	return if ($program->{alone} || '') eq 'no';
	my ($status, $out) = run('/', $binary);
	is($status, 0, 'ends well without treadle');
	return if ($program->{plain} || '') eq 'no';
	my ($plain, $messages) = compile_plain($program);
	ok($plain, 'compiles as a plain program') or return diag($messages);
	my (undef, $expected) = run('/', $plain);
	is($out, $expected, 'prints the same without treadle as a plain program');
}

for my $program (programs('ok')) {
	subtest $program->{name} => sub {
		plan skip_all => "needs $program->{needs}" if $program->{needs} && !is_installed($program->{needs});
		my ($binary, $messages) = weave($program, 'gcc');
		ok($binary, 'compiles') or return diag($messages);
		is($messages || '', '', 'without a warning');
		check_clean($program, $binary, 'the usual search', '--time', 2 * $seconds);
		check_clean($program, $binary, $_, '--strategy', $_) for taking_turns(@{$program->{strategies}});
		check_alone($program, $binary);
	};
}
done_testing;
