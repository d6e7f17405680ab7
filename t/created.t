#!/usr/bin/perl
# Small random programs whose threads are created and joined one after the other, by main and by other threads, between accesses to
# shared memory: `trace` and `rf` must come to the classes of brute force, each of them once, and whether executions begin at a mark or
# at their beginning must make no difference.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $programs = $is_long ? 400 : 30;
my $first = $ENV{TREADLE_SEED} // 1;
my $most = 100_000; # executions of brute force; larger programs are left out
my $room = File::Temp->newdir;
my @compilers = ('gcc', has_weaver() ? 'clang' : ());

sub one_of {
	return $_[rand @_];
}

sub operation {
	my $name = one_of(qw(x y));
	return one_of("$name = 1;", "$name = 2;", "seen = $name;", "seen = $name;", "$name++;", "if ($name == 1) $name = 3;",
		      "pthread_mutex_lock(&lock); $name = 2; pthread_mutex_unlock(&lock);");
}

sub operations {
	my ($most) = @_;
	return map { operation() } 1 .. rand $most + 1;
}

# Creates these threads, in this order, and joins most of them, in any.
sub lifetimes {
	my @waiting = @_;
	my (@alive, @lines);
	while (@waiting || @alive) {
		if (@waiting && (!@alive || rand(5) < 3)) {
			push @alive, shift @waiting;
			push @lines, "pthread_create(&threads[$alive[-1]], NULL, work$alive[-1], NULL);";
		} else {
			my ($joined) = splice @alive, rand @alive, 1;
			push @lines, "pthread_join(threads[$joined], NULL);" if rand(8) >= 1;
		}
		push @lines, operation() if rand(8) < 1;
	}
	return @lines;
}

sub random_program {
	my ($seed) = @_;
	srand($seed);
	my $count = 3 + int rand 3;
	my @creator = map { $_ && rand(6) < 1 ? int rand $_ : -1 } 0 .. $count - 1;
	my $text = "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y;\nstatic pthread_t threads[$count];\n" .
		   "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n";
	for my $i (reverse 0 .. $count - 1) {
		my @lines = (operations(1), lifetimes(grep { $creator[$_] == $i } 0 .. $count - 1), operation());
		my $end = one_of('return arg;', 'return arg;', 'pthread_exit(arg);');
		$text .= "static void *work$i(void *arg)\n{\n\tint seen = 0;\n\t@lines\n\t(void)seen;\n\t$end\n}\n";
	}
	my @lines = lifetimes(grep { $creator[$_] < 0 } 0 .. $count - 1);
	my $end = one_of('return 0;', 'return 0;', 'pthread_exit(NULL);');
	return "${text}int main(void)\n{\n\tint seen = 0;\n\t@lines\n\t(void)seen;\n\t$end\n}\n";
}

# What the last line says: the verdict, the classes and the executions.
sub search {
	my ($binary, @options) = @_;
	my (undef, $out) = run("$room", $treadle, '--quiet', '--keep-going', '--races', 'off', @options, $binary);
	return $out =~ /^(\w+): (\d+) classes, (\d+) executions, 0 findings\n\z/m ? ($1, $2, $3) : ($out, 0, 0);
}

sub check {
	my ($seed) = @_;
	my $compiler = $compilers[$seed % @compilers];
	my ($source, $binary) = ("$room/$seed.c", "$room/$seed");
	open my $file, '>', $source or die "$source: $!";
	print $file random_program($seed);
	close $file;
	my ($status, undef, $err) = run("$room", $treadle, 'cc', "--compiler=$compiler", '-g', '-o', $binary, $source);
	return fail("program $seed: $err") if $status;
	my ($verdict, $classes, $executions) = search($binary, '--equivalence', 'interleaving', '--executions', $most);
	return 0 if $verdict ne 'complete';
	is_deeply([search($binary, qw(--equivalence trace))], ['complete', $classes, $classes], "program $seed: trace");
	is_deeply([search($binary, qw(--equivalence trace --from-start))], ['complete', $classes, $classes], '... from the start');
	my ($how, $found) = search($binary, qw(--equivalence rf));
	my (undef, $sources) = search($binary, qw(--equivalence interleaving --classes-of rf));
	is($found, $sources, '... rf') if $how eq 'complete';
	return 1;
}

my $checked = grep { check($_) } $first .. $first + $programs - 1;
cmp_ok($checked, '>', $programs / 2, 'most were small enough for brute force');
done_testing;
