#!/usr/bin/perl
# Every finding of the suite replays, always, with the same report to the byte; and the same seed finds it again.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Basename qw(basename);
use File::Temp ();
use Test::More;

sub replay {
	my ($program, $directory, $file) = @_;
	return run($directory, $treadle, 'replay', @{$program->{replay}}, $file);
}

sub check_replays {
	my ($program, $directory, $file, $found) = @_;
	my ($status, $first, $err) = replay($program, $directory, $file);
	my $report = $first =~ s/^replayed: .*\n\z//mr;
	my $times = $is_long ? 100 : $program->{replays};
	my $same = 1;

	is($status, 1, 'replays') or diag("$first$err");
	like($first, qr/^replayed: same \d+ events, same failure\n\z/m, 'says that it is the same');
	ok(length $report && index($found, $report) >= 0, 'with the report that was printed when it was found')
		or diag("found:\n${found}replayed:\n$first");
	for (2 .. $times) {
		my ($again, $out) = replay($program, $directory, $file);
		$same++ if $again == 1 && $out eq $first;
	}
	is($same, $times, "$same times out of $times");
}

# What came with it: data races, or what a data race that is the bug leads to.
sub check_once {
	my ($program, $directory, $file) = @_;
	my ($status, $out, $err) = run($directory, $treadle, 'replay', $file);
	is($status, 1, "$file replays") or diag("$out$err");
	like($out, qr/^replayed: same \d+ events, same failure\n\z/m, '... and is the same');
	like(read_trace($directory, $file)->{result}{kind}, qr/^(race|$program->{expect})$/, '... which is a data race, or the bug');
}

sub check_elsewhere {
	my ($program, $directory, $file) = @_;
	my $elsewhere = File::Temp->newdir;
	my ($status, $out, $err) = replay($program, $elsewhere, "$directory/$file");
	is($status, 1, 'replays in another directory') or diag("$out$err");
}

for my $program (programs('bad')) {
	subtest $program->{name} => sub {
		plan skip_all => "needs $program->{needs}" if $program->{needs} && !is_installed($program->{needs});
		my ($binary, $messages) = weave($program, 'gcc');
		ok($binary, 'compiles') or return diag($messages);
		my ($directory, $status, $found) = explore($program, $binary, '--all-reports');
		my ($file) = map { basename($_) } grep { defined } (expected_trace($program, $directory))[0];
		ok($file, 'is found') or return;
		my (undef, undef, $again) = explore($program, $binary, '--all-reports');
		is($again, $found, 'is found in the same way with the same seed');
		check_replays($program, $directory, $file, $found);
		check_once($program, $directory, basename($_)) for grep { basename($_) ne $file } glob("$directory/*.trd");
		check_elsewhere($program, $directory, $file);
	};
}
done_testing;
