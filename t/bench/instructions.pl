#!/usr/bin/perl
# make instructions [BEFORE=DIR]: how many instructions an execution of a systematic search takes, counted by valgrind, so that the
# figures are repeatable on a busy machine; with BEFORE, beside those of the Treadle that is built in another checkout.
#
# The counts come from the file that cachegrind writes: a log would be a file that the program inherits, and a program with
# such a file begins each execution at the start.  Callgrind loses its way on stacks that are switched, so cachegrind
# counts.  It cannot read clang's debug information: the programs are stripped.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Temp 'tempdir';

my $root = abs_path('.');
my @trees = map { abs_path($_) // die "instructions: no directory $_\n" } @ARGV, '.';
my $dir = tempdir(CLEANUP => 1);
my @programs = ('fib 4', 'readers 13', 'filesystem 22', 'indexer 15');

system('cc', '-shared', '-fPIC', '-D_GNU_SOURCE', '-o', "$dir/late_kill.so", "$root/t/bench/late_kill.c") == 0 or exit 2;

sub instructions {
	my ($tree, $name, $argument) = @_;
	my $treadle = "$tree/build/treadle";
	-x $treadle or die "instructions: $tree has no build/treadle; run make there\n";
	system($treadle, 'cc', '-O2', '-o', "$dir/$name", "$root/examples/figures/$name.c") == 0 or exit 2;
	system('strip', '-g', "$dir/$name") == 0 or exit 2;
	unlink glob "$dir/counts.*";
	my $summary = `cd $dir && LD_PRELOAD=$dir/late_kill.so valgrind --tool=cachegrind --cache-sim=no \\
		--cachegrind-out-file=$dir/counts.%p --trace-children=yes $treadle -q --time 0 -e trace ./$name $argument 2>&1`;
	my ($executions) = $summary =~ /, (\d+) executions, / or die "instructions: no summary for $name:\n$summary";
	for my $file (glob "$dir/counts.*") {
		open my $in, '<', $file or die "$file: $!";
		my $counts = do { local $/; <$in> };
		next if $counts !~ m{^cmd: \./\Q$name\E |^cmd: \Q$dir/$name\E }m;
		$counts =~ /^summary: (\d+)/m or die "instructions: no count for $name\n";
		return $1 / $executions;
	}
	die "instructions: valgrind did not follow $name\n";
}

for my $program (@programs) {
	my ($name, $argument) = split / /, $program;
	my @counts = map { instructions($_, $name, $argument) } @trees;
	printf "%-14s %s%s\n", $program, join(' -> ', map { sprintf '%9.0f', $_ } @counts),
		@counts > 1 ? sprintf('  (%+.1f %%)', 100 * ($counts[-1] / $counts[0] - 1)) : ' instructions an execution';
}
