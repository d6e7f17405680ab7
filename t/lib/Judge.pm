# What the loops of a program of t/bounds do when they run: the program is put into the world of t/judge and let go many times.
package Judge;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use File::Temp ();
use Loom;
use Outside;

our @EXPORT = qw(judge);

my $world = "$root/t/judge";
my $objects; # the world, compiled once

sub compile_world {
	my $room = File::Temp->newdir;
	for my $file (glob "$world/*.c") {
		my ($status, $out, $err) = run("$room", qw(gcc -std=gnu11 -O1 -U_FORTIFY_SOURCE -c), $file, '-o', basename($file) . '.o');
		die "$file: $err" if $status;
	}
	return $room;
}

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', $name or die "$name: $!";
	print $out $text;
	close $out;
}

# The program, compiled; or what went wrong.
sub put_into_world {
	my ($program, $outside, $room) = @_;
	$objects //= compile_world();
	write_file("$room/program.c", "#include \"judge.h\"\n#include \"$program->{path}\"\n" . $outside->code);
	my $forks = grep { $_ eq 'fork' } @{$program->{options}};
	my ($status, $out, $err) = run("$room", qw(gcc -std=gnu11 -O1 -w -fsanitize-coverage=trace-pc -I), $world,
				       "-DJUDGE_COUNTS_FORKS=$forks", 'program.c', glob("$objects/*.o"), qw(-o program));
	return $status ? "does not compile: $err" : '';
}

# The worst of what a program says about loops at some lines.
sub said_at {
	my ($program, @lines) = @_;
	my %verdicts = map { $program->{loops}{basename($program->{path}) . ":$_"}{verdict} => 1 } @lines;
	return $verdicts{unbounded} || $verdicts{suppressed} ? 'unbounded' : $verdicts{alive} ? 'alive' : 'bounded';
}

# What says that more and more are created is looked at until that is seen: more runs can only come to more.
my %runs = (unbounded => 6000, alive => 600, bounded => 600);

# For each function of the program that comes to loops which it says something about, or for all of them if none does: its name,
# what is said, and what its runs come to: bounded, alive or unbounded, or what went wrong.  Functions that come to no such loop are
# called as well: they may set up what others need; those that take a lock at any time.
sub judge {
	my ($program) = @_;
	my $room = File::Temp->newdir;
	my $outside = Outside->new(slurp($program->{path}), @{$program->{options}});
	my $error = put_into_world($program, $outside, "$room");
	return { name => 'all', said => 'something', verdict => $error } if $error;
	my @entries = $outside->lines_of_entries(map { /:(\d+)$/ ? $1 : () } keys %{$program->{loops}});
	my @judged = grep { @{$entries[$_]{lines}} } 0 .. $#entries;
	my @others = grep { !@{$entries[$_]{lines}} } 0 .. $#entries;
	return map {
		my $number = $_;
		my $said = said_at($program, defined $number ? @{$entries[$number]{lines}} : ());
		my $numbers = join ',', (sort { $a <=> $b } @others, $number // ()), map { "+$_" } grep { $entries[$_]{locks} } @others;
		my ($status, $out, $err) = run("$room", './program', $runs{$said}, $numbers);
		{ name => defined $number ? $entries[$number]{name} : 'all', said => $said, verdict => $status ? "$out$err" : $out =~ s/\n//r };
	} @judged ? @judged : undef;
}

1;
