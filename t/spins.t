#!/usr/bin/perl
# --reduce spins: rounds of a loop that change nothing make no classes.  What can be seen and found is what brute force sees and finds, and there
# are as many classes as where each loop is one look and the assumption that it was enough.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Spins;
use Test::More;

# A program of t/spins, its threads, and how many classes there are by trace, and of these those in which no loop goes round.
my @known = (
	[exchange => 3, 1596, 6], [ttas => 2, 18, 4], [swap => 3, undef, 6], [ticket => 3, 384, 6], [mcs => 2, 42, 6], [handshake => 2, 256, 1],
	[seqlock => 2, undef, 2], [ring => 2, undef, 27], [either => 3, 11, 3],
);
my %too_large = map { $_ => 1 } qw(ring); # for brute force
my $room = File::Temp->newdir;

sub woven {
	my ($compiler, $name, $threads, @flags) = @_;
	my $binary = join '-', "$room/$name", $compiler, $threads, @flags;
	my ($status, $out, $err) = run("$FindBin::Bin/spins", $treadle, 'cc', "--compiler=$compiler", qw(-g -O1 -Wall -Wextra), "-DTHREADS=$threads", @flags,
				       '-o', $binary, "$name.c");
	is("$status$out$err", '0', "$compiler: $name compiles, @flags");
	return $binary;
}

sub last_line {
	my (@command) = @_;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --time 60), @command);
	return $out =~ /^(\w+: \d+ classes, \d+ executions, \d+ findings)\n\z/m ? $1 : "$out$err";
}

sub check_known {
	my ($compiler) = @_;
	for (@known) {
		my ($name, $threads, $before, $after) = @$_;
		my $binary = woven($compiler, $name, $threads);
		is(last_line(qw(-e trace), $binary), "complete: $before classes, $before executions, 0 findings", "... $before classes") if $before;
		my $expected = "complete: $after classes, $after executions, 0 findings";
		is(last_line(qw(-e trace --reduce spins), $binary), $expected, "... of which in $after no loop goes round");
		is(last_line(qw(-e trace --reduce spins --ranks 7), $binary), $expected, '... also where turns are drawn');
		my $assumed = last_line('-e', $too_large{$name} ? 'trace' : 'interleaving', woven($compiler, $name, $threads, '-DASSUMED'));
		like($assumed, qr/^complete: $after classes/, '... as many as where loops are assumptions');
	}
}

# However the search is made.
sub check_ways {
	my $binary = woven('gcc', 'ttas', 3);
	for (['-j', 2], ['--isolate', 'fork'], ['--from-start'], ['--self-check'], ['--reduce', 'spins,same']) {
		is(last_line(qw(-e trace --reduce spins), @$_, $binary), 'complete: 36 classes, 36 executions, 0 findings', "@$_");
	}
	my ($status, $out, $err) = run($room, $treadle, qw(-q -e trace --reduce spins), $binary);
	like($out, qr/^81 more executions did not count: a thread stood in a loop that it could have left$/m, 'what did not count is said');
	($status, $out, $err) = run($room, $treadle, qw(-q --reduce spins), $binary);
	like($out, qr/^complete: /m, 'the usual search');
	for ([], [qw(--reduce spins)]) {
		($status, $out, $err) = run($room, $treadle, qw(-q -e trace --executions 30), @$_, $binary);
		my $advice = () = $out =~ /^threads wait in loops, .*: --reduce spins leaves that out$/mg;
		is($advice, @$_ ? 0 : 1, "advice for a search that does not end, @$_");
	}
}

# What a round leaves behind is not left out.
sub check_keeps {
	my ($compiler) = @_;
	for my $which (0 .. 6) {
		my ($status, $out) = run($room, $treadle, qw(-q -e trace --time 60 --reduce spins), woven($compiler, 'keeps', 2, "-DKEEPS=$which"));
		like($out, qr/: assertion failed: /, '... and the assertion fails');
	}
}

# What is dead is read off the program's code.
sub check_instructions {
	my ($compiler) = @_;
	my ($binary, $lengths) = (woven($compiler, 'mcs', 2), "$room/lengths");
	my ($status, $out, $err) = run("$FindBin::Bin/spins", 'gcc', '-w', "-I$root/src", '-o', $lengths, 'lengths.c', "$root/src/rt/code/machine.c");
	is($status, 0, "$compiler: instructions") or diag($err);
	is(`objdump -d --insn-width=16 $binary | $lengths`, "most are known, 0 wrong\n", '... have the length that objdump says');
}

# Time passes when nobody can go on: who stands is to see what comes of it.
sub check_time {
	my $binary = woven('gcc', 'timeout', 2);
	for my $more ('', '--ranks 3') {
		is(last_line(qw(-e trace --reduce spins --timeouts last), split(' ', $more), $binary), 'complete: 2 classes, 2 executions, 1 findings', "time passes $more");
	}
}

# Loops of spin.t: what is found is found, and nothing else.
sub check_findings {
	for my $file (glob "$FindBin::Bin/spin/*.c") {
		my ($name) = $file =~ m{([^/]+)\.c$};
		my ($binary, $messages) = weave({ file => $file, name => "spin_$name", flags => [] }, 'gcc');
		ok($binary, "$name compiles") or diag($messages), next;
		my ($status, $out) = run($room, $treadle, qw(-q -k --explain off --time 60 -e trace --reduce spins), $binary);
		my $kinds = join ', ', $out =~ /^spin_$name: ([a-z ]+)/mg;
		my %expected = (never => 'endless execution', held => 'endless execution', unseen => 'endless execution', counted_atomic => 'assertion failed', poll_tried => 'exit status ');
		is($kinds, $expected{$name} // '', '... and has the findings that it has without');
		like($out, qr/^complete: /m, '... in a complete search');
	}
}

sub check_random {
	my ($compiler, $ranks, @seeds) = @_;
	my %count = (none => 0, seen => 0, classes => 0);
	my ($all, $some) = (0, 0);
	for my $seed (@seeds) {
		my $text = random_spins($seed);
		my $result = compare_spins($text, $compiler, $ranks);
		$count{$result->{kind}}++;
		$all += $result->{all} // 0;
		$some += $result->{classes} // 0;
		fail("$compiler, program $seed: " . join('; ', @{$result->{faults}})) or diag($text) if @{$result->{faults}};
	}
	cmp_ok($count{none}, '<', @seeds / 2, "$compiler: random programs: " . join ', ', map { "$count{$_} $_" } sort keys %count);
	cmp_ok($some, '<', $all, "... $some classes instead of $all");
}

for my $compiler (grep { $_ eq 'gcc' || has_weaver() } qw(gcc clang)) {
	check_known($compiler);
	check_keeps($compiler);
	check_instructions($compiler);
}
check_ways();
check_time();
check_findings();
check_random('gcc', 0, $is_long ? (1 .. 300) : (3, 6, 8, 9, 13, 16, 22, 24));
check_random('clang', 1, $is_long ? (301 .. 600) : (9, 13, 28)) if has_weaver();
done_testing;
