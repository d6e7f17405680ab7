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

# What so many runs come to, at most: bounded, alive or unbounded; or what went wrong.  More runs can only come to more.
sub judge {
	my ($runs, $file, @options) = @_;
	my $room = File::Temp->newdir;
	$objects //= compile_world();
	write_file("$room/program.c", "#include \"judge.h\"\n#include \"$file\"\n" . outside_of(slurp($file), @options));
	my $forks = grep { $_ eq 'fork' } @options;
	my ($status, $out, $err) = run("$room", qw(gcc -std=gnu11 -O1 -w -fsanitize-coverage=trace-pc -I), $world,
				       "-DJUDGE_COUNTS_FORKS=$forks", 'program.c', glob("$objects/*.o"), qw(-o program));
	return "does not compile: $err" if $status;
	($status, $out, $err) = run("$room", './program', $runs);
	return $status ? "$out$err" : $out =~ s/\n//r;
}

1;
