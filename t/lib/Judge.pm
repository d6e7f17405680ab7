# What the loops of a program of t/bounds do when they run: the program is put into the world of t/judge and let go many times.
package Judge;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use File::Temp ();
use Joined;
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
	my ($text, $room, @options) = @_;
	my $outside = Outside->new($text, @options);
	my $resource = "@options" =~ /--resources (\w+)/ ? uc $1 : 'THREADS';
	my $forks = grep { $_ eq 'fork' } @options;
	$objects //= compile_world();
	write_file("$room/program.c", "#include \"judge.h\"\n$text" . $outside->code . "const int judge_resource = JUDGE_$resource;\n");
	my ($status, $out, $err) = run($room, qw(gcc -std=gnu11 -O1 -w -fsanitize-coverage=trace-pc -I), $world,
				       "-DJUDGE_COUNTS_FORKS=$forks", "-DJUDGE_IN_$resource", 'program.c', glob("$objects/*.o"),
				       qw(-o program));
	return ($outside, $status ? "does not compile: $err" : '');
}

sub worst_of {
	my %verdicts = map { $_ => 1 } @_;
	return $verdicts{unbounded} || $verdicts{suppressed} ? 'unbounded' : $verdicts{alive} ? 'alive' : 'bounded';
}

# What says that more and more are created is looked at until that is seen: more runs can only come to more.
my %runs = (unbounded => 6000, alive => 600, bounded => 600);

# What runs with some functions, by their numbers, come to, where that is said.
sub verdict_of {
	my ($room, $name, $said, @numbers) = @_;
	my ($status, $out, $err) = run($room, './program', $runs{$said}, join ',', @numbers);
	return { name => $name, said => $said, verdict => $status ? "$out$err" : $out =~ s/\n//r };
}

sub judge_files {
	my ($program, @files) = @_;
	my $room = File::Temp->newdir;
	my ($text, %said) = joined($program, @files);
	my ($outside, $error) = put_into_world($text, "$room", @{$program->{options}});
	return { name => 'all', said => 'something', verdict => $error } if $error;
	my @entries = $outside->lines_of_entries(keys %said);
	my @judged = grep { @{$entries[$_]{lines}} } 0 .. $#entries;
	my @others = grep { !@{$entries[$_]{lines}} } 0 .. $#entries;
	my @meddlers = map { "+$_" } grep { $entries[$_]{locks} } @others;
	my %is_judged = map { $_ => 1 } map { @{$entries[$_]{lines}} } @judged;
	my @missed = map { { name => "line $_", said => $said{$_}, verdict => 'nobody comes to it' } }
		     grep { !$is_judged{$_} } sort { $a <=> $b } keys %said;
	return (@missed, verdict_of("$room", 'all', 'bounded', @others, @meddlers)) if !@judged;
	return (@missed, map {
		verdict_of("$room", $entries[$_]{name}, worst_of(@said{@{$entries[$_]{lines}}}), (sort { $a <=> $b } @others, $_), @meddlers);
	} @judged);
}

# For each function of the program that comes to loops which it says something about, or for all of them if none does: its name,
# what is said, and what its runs come to: bounded, alive or unbounded, or what went wrong.  Functions that come to no such loop are
# called as well: they may set up what others need; those that take a lock at any time.
sub judge {
	my ($program) = @_;
	my @programs = programs_of($program);
	return judge_files($program, @{$programs[0]}) if @programs == 1;
	return map {
		my $file = basename($_->[0]);
		map { { %$_, name => "$file $_->{name}" } } judge_files($program, @$_);
	} @programs;
}

1;
