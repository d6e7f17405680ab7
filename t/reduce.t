#!/usr/bin/perl
# --reduce: what comes to the same is tried once, and nothing else is left out.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Generated;
use Loom;
use Test::More;

sub explored {
	my ($binary, @options) = @_;
	my ($status, $out, $err) = run(File::Temp->newdir, $treadle, qw(-q -k --equivalence trace --time 60), @options);
	my ($executions) = $out =~ /^complete: \d+ classes, (\d+) executions/m;
	return { status => $status, out => "$out$err", executions => $executions // -1 };
}

sub executions {
	my ($binary, $arguments, @options) = @_;
	my $result = explored($binary, @options, $binary, split ' ', $arguments);
	diag($result->{out}) if $result->{executions} < 0;
	return $result->{executions};
}

my $room = File::Temp->newdir;

sub woven {
	my ($compiler, $file) = @_;
	my ($folder, $name) = $file =~ m{(.*)/([^/]+)\.c$};
	my $binary = "$room/$compiler-$name";
	my ($status, $out, $err) = run($folder, $treadle, 'cc', "--compiler=$compiler", qw(-g -O1 -Wall -Wextra -o), $binary, "$name.c");
	is("$status$out$err", '0', "$compiler: $name compiles");
	return $binary;
}

# The published figures; with pv and symmetry together, 3 or 1 was published for bb_semaphore.
sub check_figures {
	my ($compiler) = @_;
	my $semaphore = woven($compiler, "$root/examples/figures/bb_semaphore.c");
	my $monitor = woven($compiler, "$root/examples/figures/bb_monitor.c");
	my $mutex = woven($compiler, "$root/examples/figures/one_mutex.c");
	my $pv = executions($semaphore, '3 3 2 1', qw(--reduce pv));
	ok($pv >= 36 && $pv <= 95, "$compiler: bb_semaphore by pv: $pv, from 36 to 95");
	my $both = executions($semaphore, '3 3 2 1', '--reduce', 'pv,symmetry');
	ok($both == 1 || $both == 3, "... and symmetry: $both, 1 or 3");
	is(executions($monitor, '3 3 2 1 0', qw(--reduce symmetry)), 20, 'bb_monitor that hands over, by symmetry');
	is(executions($monitor, '3 3 2 1 2', qw(--reduce symmetry)), 132, 'bb_monitor that wakes all, by symmetry');
	is(executions($monitor, '3 3 2 1 2', qw(--reduce symmetry -j 2)), 132, '... with two workers');
	is(executions($mutex, '3 2', qw(--reduce symmetry)), 5, 'one_mutex by symmetry');
}

sub check_programs {
	my ($compiler) = @_;
	my %binary = map { m{([^/]+)\.c$} ? ($1 => woven($compiler, $_)) : () } glob "$FindBin::Bin/reduce/*.c";
	is(executions($binary{adds}, ''), 20, "$compiler: additions");
	is(executions($binary{adds}, '', qw(--reduce adds)), 1, '... in one order');
	is(executions($binary{used}, '', qw(--reduce adds)), 20, 'additions whose results are used');
	is(executions($binary{same}, ''), 4, 'writes of equal values, and of others');
	is(executions($binary{same}, '', qw(--reduce same)), 2, '... the equal ones in one order');
	for (['self', 'self.c:13'], ['joined', 'joined.c:10'], ['pointer', '']) {
		my ($name, $place) = @$_;
		my $result = explored($binary{$name}, qw(--reduce symmetry), $binary{$name});
		is($result->{status}, 1, "$name: the bug is found although the threads look alike");
		like($result->{out}, qr/^symmetry was not used: the program can tell threads apart that are alike \(.*\Q$place\E\)$/m, '... and why')
			if $place;
	}
	like(explored($binary{same}, qw(--reduce symmetry), $binary{same})->{out},
	     qr/^symmetry was not used: no two threads were started with the same function and argument$/m, 'no threads are alike');
}

# Every outcome and finding of brute force and of the model; and there is less to do.
sub check_generated {
	my ($binary, $reduce, $features, $count) = @_;
	my ($same, $all, $made) = (0, 0, 0);
	for my $seed (1 .. $count) {
		my ($mode, @arguments) = ("trace --reduce $reduce", '--features', $features, $seed);
		my $result = compare($binary, $mode, @arguments);
		next if $result->{skipped};
		@{$result->{faults}} ? fail("$mode: random_program @arguments") : $same++;
		diag(difference($result, $binary, $mode, @arguments)) if @{$result->{faults}};
		$all += $result->{oracle}{classes};
		$made += $result->{tried}{executions};
	}
	cmp_ok($same, '>', 0.6 * $count, "$reduce, $features: $same of $count programs agree");
	cmp_ok($made, '<', $all, "... with $made executions instead of $all");
}

# A try would notice which post a wait has had.
sub check_looked_at {
	my ($binary) = @_;
	my $result = compare($binary, 'trace --reduce pv', qw(--features semaphores 898));
	is("@{$result->{faults}}", '', 'a semaphore that somebody looks at has all its orders');
}

sub check_usage {
	for ([qw(--reduce), 'pv,nothing'], [qw(--equivalence rf --reduce pv)], [qw(--strategy random --reduce pv)]) {
		my ($status, $out, $err) = run('/', $treadle, @$_, '/bin/true');
		is($status, 64, "@$_ is refused");
		like($err, qr/^treadle: --reduce.*\n\z/, '... in a line');
	}
}

my $long = $is_long ? 5 : 1;
for my $compiler (grep { $_ eq 'gcc' || has_weaver() } qw(gcc clang)) {
	check_figures($compiler);
	check_programs($compiler);
}
my ($binary) = build_generator('gcc');
check_looked_at($binary);
check_generated($binary, 'pv', 'semaphores', 60 * $long);
check_generated($binary, 'pv', 'semaphores,memory', 60 * $long);
check_generated((build_generator('clang'))[0], 'adds', 'adds', 40 * $long) if has_weaver();
check_generated($binary, 'same', 'memory,atomics', 40 * $long);
check_generated($binary, 'adds,same,pv', 'adds,memory,semaphores,branches', 40 * $long);
check_generated($binary, 'symmetry', "twins,$_", 40 * $long) for 'memory', 'conditions,memory', 'semaphores,memory', 'atomics,locks';
check_generated($binary, 'symmetry,pv,adds,same', 'twins,semaphores,adds,memory', 40 * $long);
check_generated($binary, 'symmetry,pv -j 3', 'twins,semaphores,memory', 20 * $long);
check_usage();
done_testing;
