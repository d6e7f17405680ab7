#!/usr/bin/perl
# Data races: what is one and what is none, how they are told, and the detector against brute force.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename qw(basename);
use File::Temp ();
use JSON::PP qw(decode_json);
use Loom;
use RaceOracle;
use Test::More;

sub build {
	my ($name, $extension, $compiler) = @_;
	my $program = { file => "$root/t/races/$name.$extension", name => $name, flags => [], is_cxx => $extension eq 'cc' };
	my ($binary, $messages) = weave($program, $compiler // 'gcc');
	ok($binary, "$name compiles") or BAIL_OUT($messages);
	return $binary;
}

# In a fresh directory: it, the status, what was printed, and the results of the traces that were written.
sub treadle {
	my (@arguments) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, @arguments);
	my @results = map { read_trace($room, $_)->{result} } sort glob("$room/*.trd");
	return ($room, $status, $out, $err, @results);
}

# Each case by every search; what is right is never reported, what is wrong always is, once.
sub check_case {
	my ($binary, $case, @how) = @_;
	my ($room, $status, $out, $err, @results) = treadle('races', '-q', @how, $binary, $case);
	my $ok = is($err, '', "$case @how: nothing to complain about");
	if ($case =~ /^right/) {
		$ok &= is($status, 0, "$case @how: no race");
	} else {
		$ok &= is($status, 1, "$case @how: a race");
		$ok &= is(join(' ', map { $_->{kind} } @results), join(' ', ('race') x @results), '... and nothing else');
	}
	diag($out) if !$ok;
	return @results;
}

sub cases_of {
	my ($file) = @_;
	return slurp($file) =~ /\{ "((?:right|wrong):\w+)"/g;
}

subtest 'what is a race and what is none' => sub {
	plan skip_all => 'needs g++' if !is_installed('g++');
	my $binary = build('cases', 'cc');
	my @cases = cases_of("$root/t/races/cases.cc");
	cmp_ok(scalar @cases, '>', 40, 'there are cases');
	for my $case (@cases) {
		my ($result) = check_case($binary, $case, '-n', 3000, '--time', 10);
		check_case($binary, $case, '-e', 'trace');
		next if $case =~ /^right/;
		my @sides = map { $result->{race}{$_} } qw(first second);
		ok((grep { $_->{access} ne 'read' } @sides) && (grep { !$_->{atomic} } @sides), "$case: the accesses conflict");
	}
	for my $case (qw(wrong:none wrong:one_locked wrong:past_readers wrong:relaxed_store)) {
		my (undef, $status) = treadle('-q', '-s', 'run-on', $binary, $case);
		is($status, 1, "$case: one execution, in which one thread comes after the other, is enough");
	}
	check_case($binary, $_, '-s', 'random', '-n', 200, '--isolate', 'fork') for @cases;
	check_case($binary, $_, '-e', 'trace', '-j', 2) for grep { /mutex|fences|one_locked|chain/ } @cases;
};

subtest 'with clang' => sub {
	plan skip_all => 'the rewriter for clang was not built' if !has_weaver() || !is_installed('clang++');
	my $binary = build('cases', 'cc', 'clang');
	check_case($binary, $_, '-e', 'trace') for cases_of("$root/t/races/cases.cc");
};

subtest 'what the C library does for a thread' => sub {
	for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
		my $binary = build('texts', 'c', $compiler);
		for my $case (cases_of("$root/t/races/texts.c")) {
			check_case($binary, $case, '-e', 'trace');
			my (undef, $status) = treadle('races', '-q', '-e', 'trace', $binary, $case, 'locked');
			is($status, 0, "$case: with a lock around it no race");
		}
	}
};

subtest 'what is told' => sub {
	my $binary = build('told', 'c');
	my ($room, $status, $out, $err, @results) = treadle('-q', $binary);
	is($status, 1, 'found');
	like($out, qr/^complete: \d+ classes, \d+ executions, 2 findings\n\z/m, 'a race ends neither the execution nor the search');
	my ($balance) = grep { $_->{object} eq 'account#1.balance' } @results;
	my ($data) = grep { $_->{object} eq 'data' } @results;
	ok($balance && $data, 'each pair of places once') or return diag($out);
	is($balance->{race}{verdict}, 'confirmed', 'what can come next to each other is confirmed');
	is($balance->{race}{lock}, 'lock', 'the lock that would help');
	is_deeply([sort map { scalar @{$balance->{race}{$_}{locks}} } qw(first second)], [0, 1], 'one side holds it');
	is($balance->{block_size}, 16, 'the block');
	ok(defined $balance->{block_allocated}, '... and where it comes from');
	is($data->{race}{verdict}, 'predicted', 'what cannot is predicted');
	like($out, qr/^race, confirmed: .*\n +\w+ \w+ account#1.balance \(4 bytes\), event \d+, holding/m, 'the report says both accesses');
	like($out, qr/lock would make them consistent if it were held at told.c:\d+ too/, '... and the lock');
	like($out, qr/^race, predicted: /m, '... and which are predicted');

	for my $file (glob("$room/*.trd")) {
		my ($again, $said) = run($room, $treadle, 'replay', $file);
		is($again, 1, basename($file) . ' replays');
		like($said, qr/^replayed: same \d+ events, same failure\n\z/m, '... to the same race');
	}
	my (undef, undef, $same) = treadle('-q', $binary);
	is($same, $out, 'the same seed says the same');
};

subtest 'structs that are copied as a whole' => sub {
	for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
		my $binary = build('copied', 'c', $compiler);
		my ($room, $status, $out, $err, @results) = treadle('races', '-q', $binary);
		is(join(' ', sort map { $_->{object} =~ s/\W.*//r } @results), 'record table', "$compiler: each race once") or diag($out);
		like($out, qr/^ +read_all reads table\S* \(384 bytes\)/m, '... with its size');
		my @rows = $out =~ /^record(\S*) +none +\d+ +race$/mg;
		is("@rows", '.first .second .third .fourth .fifth .sixth', '... and fields that are written alone are places of their own');
	}
};

# A search may have a switch in the middle of a copy that is one step where its race is made again.
subtest 'copies one half of which races' => sub {
	for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
		my $binary = build('halfway', 'c', $compiler);
		for my $what (qw(memcpy struct)) {
			my ($room, $status, $out, $err, @results) = treadle('-q', '-k', '-e', 'trace', $binary, $what);
			is($err, '', "$compiler, $what: the race is made again");
			is(join(' ', map { $_->{race}{verdict} } @results), 'confirmed', '... and found once') or diag($out);
			like($out, qr/^complete: 2 classes, 2 executions, 1 findings\n\z/m, '... and everything was tried');
			my ($again, $said) = run($room, $treadle, 'replay', glob("$room/*.trd"));
			like($said, qr/^replayed: same \d+ events, same failure\n\z/m, '... and its file replays');
		}
	}
};

# A search does without clocks until it meets something that could race.
subtest 'a plain access that comes late' => sub {
	my $binary = build('behind_atomics', 'c');
	for my $how (['-e', 'trace'], ['-e', 'trace', '-j', 2], ['-e', 'trace', '--isolate', 'fork'], ['-e', 'trace', '--self-check'], ['-e', 'rf'], ['-e', 'interleaving']) {
		my ($room, $status, $out, $err, @results) = treadle('-q', '-k', @$how, $binary);
		is(join(' ', map { "$_->{kind} $_->{object}" } @results), 'race total', "@$how: found") or diag("$out$err");
		my (undef, undef, $without) = treadle('-q', '-k', '--races', 'off', @$how, $binary);
		my @classes = map { /^complete: (\d+) classes/m } $out, $without;
		is($classes[0], $classes[1], '... among the same classes');
	}
};

# What is done to memory that goes from thread to thread need not be in the trace.
subtest 'a race after much work that does not race' => sub {
	for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
		my $binary = build('handed_on', 'c', $compiler);
		my @how = ('-q', '-n', 3, '--seed', 4, '--max-events', 25000);
		my ($room, $status, $out, $err, @results) = treadle(@how, $binary);
		is($status, 1, "$compiler: found") or diag($out, $err);
		is($err, '', '... and replayed without a word');
		my ($race) = grep { $_->{kind} eq 'race' } @results or next;
		is($race->{object}, 'table[0]', 'on the first cell');
		is($race->{race}{verdict}, 'confirmed', '... with the two accesses next to each other');
		like($out, qr/ main .* create fill#32$/m, 'the threads are in the report');
		unlike($out, qr/ table\[[2-9]/, 'accesses that race with nothing are no events of it');
		my ($file) = glob "$room/*.trd";
		my ($again, $said) = run($room, $treadle, 'replay', $file);
		is($again, 1, 'its trace replays');
		like($said, qr/^replayed: same \d+ events, same failure\n\z/m, '... event by event');
		my (undef, undef, $same) = treadle(@how, $binary);
		is($same, $out, 'the same seed says the same');
		my (undef, undef, $alone, undef, @races) = treadle(@how, $binary, 30, 'one');
		is(scalar(grep { $_->{object} eq 'table[0]' } @races), 1, 'where all accesses are to the cell, the race is there as well');
		is(scalar(() = $alone =~ / (?:read|write) table\[0\] = /g), 2, '... and the two accesses are the only ones in the report');
		($room) = treadle('-q', '-n', 3, '--max-events', 25000, $binary, 2);
		($file) = glob "$room/*.trd";
		my $few = (run($room, $treadle, 'show', '--all', $file))[1];
		like($few, qr/ write table\[99\d\]/, 'where there are few accesses, all of them are events');
	}
};

subtest 'a race that does not come again' => sub {
	my $binary = build('once', 'c');
	for my $isolate (qw(inplace fork)) {
		my (undef, $status, $out, $err, @results) = treadle('-q', '-n', 20, '--isolate', $isolate, $binary, 'race', 5);
		is($status, 1, "$isolate: found");
		unlike($err, qr/race/, '... and there is no warning of it');
		is(scalar @results, 0, '... there is no trace');
		like(unbroken($out), qr/\Aonce: unconfirmed data race on shared: work writes at touch .*, main reads at main /, '... but what was seen');
		like($out, qr/^race, unconfirmed: .*\n    work writes shared \(4 bytes\), holding no lock\n +#0 touch /m, '... both accesses');
		like(unbroken($out), qr/^    not made again: .*; first difference: event \d+ \(main, /m, '... and where the replay differs');
		like($out, qr/^unconfirmed: 1 data race among .*\nstopped: \d+ classes, 20 executions, 1 findings\n\z/m, '... in the summary, too');
	}
	my (undef, undef, $turned) = treadle('-q', '-n', 20, $binary, 'race', 8);
	like($turned, qr/^    work reads shared \(4 bytes\), holding no lock\n +#0 touch .*\n +#1 work /m, 'the second access has its callers');
	my (undef, $status, $out, $err) = treadle('-q', '-n', 20, $binary, 'assert', 5);
	is($status, 2, 'other findings do not count then');
	like($err, qr/ a finding \(assertion failed\) did not replay: .*; first difference: event .*; the program writes to files/,
	     '... and a line says what differed');
};

subtest 'races change nothing else' => sub {
	my $binary = build('told', 'c');
	for my $how (['-e', 'trace'], ['-e', 'interleaving'], ['-e', 'rf'], ['-s', 'random', '-n', 500], ['-s', 'pct', '-n', 500], ['--preemptions', 2]) {
		my @counts = map { my (undef, undef, $out) = treadle('-q', '--races', $_, @$how, $binary); $out =~ /(\w+: .*), \d+ findings\n\z/ } qw(on off);
		is($counts[0], $counts[1], "@$how: the same classes and executions");
	}
	my (undef, $status, $out) = treadle('-q', '--races', 'off', $binary);
	is($status, 0, 'turned off, nothing is found');
};

subtest 'the table' => sub {
	my $binary = build('told', 'c');
	my ($room, $status, $out, $err) = treadle('races', '-q', '--stats', $binary);
	is($status, 1, 'treadle races');
	like($out, qr/^variable +consistent lock +accesses +verdict$/m, 'the head');
	like($out, qr/^account#1.balance +none +\d+, \d+ unlocked +race$/m, 'a race');
	like($out, qr/^total +lock +\d+, \d+ unlocked +locked or ordered$/m, 'a consistent lock, but for main, which has joined the others');
	like($out, qr/^limit +none +\d+, \d+ unlocked +ordered$/m, 'written before there were threads');
	like($out, qr/^hits +none +\d+ +atomic$/m, 'atomics');
	like($out, qr/^table\[\*\] \(2\) +none +\d+ +ordered$/m, 'elements of an array that are used alike');
	my ($checked, $reused) = $out =~ /^stats: pairs of accesses for races: (\d+) checked, (\d+) reused$/m;
	cmp_ok($reused, '>', 20 * $checked, "pairs that were met before are not looked into again: $checked checked, $reused reused");
};

subtest 'places in heap blocks' => sub {
	my $binary = build('blocks', 'c');
	my (undef, $status, $out) = treadle('races', '-q', $binary);
	is($status, 1, 'two races');
	like($out, qr/^int#1\[1\] +none +\d+ +race$/m, 'a block from before main has a name');
	like($out, qr/^int#2\[0\] +none +\d+ +race$/m, '... and one that is allocated in some orders only has another');
};

subtest 'more places than can be written down' => sub {
	my $binary = build('many_places', 'c');
	my (undef, $status, $out) = treadle('races', '-q', '-n', 2, $binary);
	is($status, 0, 'nothing is found');
	like($out, qr/^there were too many places to write down all: /m, '... and it is said that the table is not all');
	unlike($out, qr/ no conflict$/m, '... so nothing is said of what is not known');
};

subtest 'for races alone' => sub {
	my $binary = build('other', 'c');
	my ($room, $status, $out, $err, @results) = treadle('races', '-q', '-e', 'trace', $binary);
	is($status, 0, 'what is no race is not reported');
	like($out, qr/^\d+ executions ended in something else \(assertion failed first\); treadle explore looks into that$/m, '... but said');
	is(scalar @results, 0, '... without a file');
};

subtest 'what has no lock is hunted' => sub {
	my $binary = build('hunted', 'c');
	my ($room, $status, $out, $err, @results) = treadle('-q', '-s', 'run-on', $binary);
	is($status, 0, 'one execution, in which a lock happens to order the accesses');
	($room, $status, $out, $err, @results) = treadle('races', '-q', '-s', 'run-on', $binary);
	is($status, 1, 'treadle races directs others at them');
	is($results[0]{race}{verdict}, 'confirmed', '... which bring them together');
	like($out, qr/^data +none +\d+ +race\n\nstopped: 1 classes, 1 executions, 1 findings\n\z/m, '... and are not counted');
};

subtest 'usage' => sub {
	for (['races'], ['races', '--races', 'off', '/bin/true'], ['--races', 'perhaps', '/bin/true']) {
		my (undef, $status, $out, $err) = treadle(@$_);
		is($status, 64, "treadle @$_");
		like($err, qr/\Atreadle: [^\n]+\n\z/, '... one line says what is wrong');
	}
	my (undef, $status, $out) = treadle('races', '--help');
	is($status, 0, 'treadle races --help');
	like($out, qr/^usage: treadle races /, '... says how it is used');
};

subtest 'brute force' => sub {
	my $binary = build_random_races();
	my $most = $is_long ? 600 : 90;
	my @seeds = grep { $_ % 3 == 1 || $_ < $most / 4 } 1 .. $most; # the others are larger
	my ($programs, $same, $skipped, $races) = (scalar @seeds, 0, 0, 0);
	for my $seed (@seeds) {
		my $result = compare_races($binary, 'trace', 2, $seed);
		$races += $result->{races} // 0;
		$result->{skipped} ? $skipped++ : @{$result->{faults}} ? fail("random_races $seed") : $same++;
		diag("random_races $seed: $_") for @{$result->{faults}};
	}
	cmp_ok($same, '>', 0.8 * $programs, "$same of $programs programs agree, $skipped are too large");
	cmp_ok($races, '>', $programs, "... and have $races races");
};
done_testing;
