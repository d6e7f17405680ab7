#!/usr/bin/perl
# Small random programs whose threads read, write, close and poll pipes, socket pairs and eventfds: a search by `trace` must
# come to the classes of brute force, each once, and its threads must have seen what they see there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Pipes;
use Test::More;

my $programs = $is_long ? 200 : 10;
my $first = $ENV{TREADLE_SEED} // 1;
my $room = File::Temp->newdir;

# Its lines, each once.
sub lines_of {
	my ($file) = @_;
	return 'none' if !-e "$room/$file";
	my %lines = map { $_ => 1 } split /\n/, slurp("$room/$file");
	return join("\n", sort keys %lines);
}

sub explored {
	my ($equivalence) = @_;
	my @options = qw(-q -k --races off --time 10 --classes classes --equivalence);
	unlink glob("$room/*.trd"), "$room/seen", "$room/classes";
	my ($status, $out, $err) = run("$room", $treadle, @options, $equivalence, './program');
	my ($verdict, $classes, $executions, $findings) =
		$out =~ /^(complete|bounded|stopped): (\d+) classes, (\d+) executions, (\d+) findings\n\z/m;
	return { verdict => $verdict // "none: $err", classes => $classes, executions => $executions, findings => $findings,
		 names => lines_of('classes') =~ s/ \d+$//mgr, seen => lines_of('seen'), out => $out };
}

sub compile {
	my ($text) = @_;
	open my $out, '>', "$room/program.c" or die "program.c: $!";
	print $out $text;
	close $out or die "program.c: $!";
	my ($status, undef, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-w', '-o', 'program', 'program.c');
	return "$status$err";
}

my %kinds = (
	pipes => { kinds => ['pipe'], names => ['in', 'out'], most => 3, operations => [qw(read write write close)] },
	pairs => { kinds => ['pair'], names => ['in', 'in', 'out'], most => 2, operations => [qw(read write write close)] },
	eventfds => { kinds => ['pipe'], names => ['in'], most => 3, events => 1, operations => [qw(read write add add count)] },
	polls => { kinds => ['pipe', 'pair'], names => ['in', 'out'], most => 2,
		   operations => [qw(read write write close look wait select)] },
	patience => { kinds => ['pipe'], names => ['in', 'out'], most => 2, events => 1,
		      operations => [qw(write read patience look add count)] },
	epolls => { kinds => ['pipe', 'pair'], names => ['in', 'out'], most => 2, epoll => 1,
		    operations => [qw(read write write close watch)] },
);

# Whether it could be compared, and whether the search was complete.
sub compare {
	my ($text, $name) = @_;
	my ($all, $trace) = (explored('interleaving'), explored('trace'));
	my $bodies = $text =~ s/.*?(?=static void \*work0)//sr;
	diag("$name: $trace->{verdict}, $trace->{classes} classes, brute force $all->{executions}") if $ENV{TREADLE_SAY};
	return (0, 0) if $all->{verdict} ne 'complete';
	diag($trace->{out}, $bodies) if $trace->{verdict} ne 'complete';
	return (1, 0) if $trace->{verdict} ne 'complete';
	is($trace->{seen}, $all->{seen}, '... its threads see what they see in every order') or diag($bodies, $trace->{out});
	is($trace->{names}, $all->{names}, '... it has the classes of brute force') or diag($bodies, $trace->{out}, $all->{out});
	is($trace->{executions}, $trace->{classes}, '... each once');
	is($trace->{findings}, $all->{findings}, '... and its findings');
	return (1, 1);
}

for my $kind (sort keys %kinds) {
	next if @ARGV && !grep { $_ eq $kind } @ARGV;
	my ($compared, $complete) = (0, 0);
	for my $seed ($first .. $first + $programs - 1) {
		my $text = random_pipes($seed, $kinds{$kind});
		is(compile($text), '0', "$kind $seed compiles") or diag($text), next;
		my @found = compare($text, "$kind $seed");
		$compared += $found[0];
		$complete += $found[1];
	}
	cmp_ok($compared, '>', $programs / 2, "$kind: most can be compared");
	is($complete, $compared, "$kind: all of these are complete");
}
done_testing;
