#!/usr/bin/perl
# The programs of examples/figures have exactly as many executions as they should.  What they should have was found by
# enumerating every interleaving of what they do, with another program; some of it has also been published.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

# How many executions each equivalence tells apart; * is for the long run, - is not asked for.  The deadlock of the philosophers is
# one of their classes.  Where threads share only synchronisation objects, and memory under their protection, rf tells apart what
# trace does.
my @columns = qw(program interleaving trace rf findings);
my @figures = map { my %row; @row{@columns} = split /\s*\|\s*/; \%row } split /\n/, <<'END';
increment 2 1            | 6            | 4       | 3       | 0
increment 3 1            | 90           | 36      | 16      | 0
increment 2 2            | 70           | 34      | 19      | 0
increment 3 2            | 34650        | 7134    | 1318    | 0
increment_locked 3 1     | 6            | 6       | 6       | 0
increment_locked 3 2     | 90           | 90      | 90      | 0
message_passing 1        | 3            | 2       | 2       | 0
message_passing 2        | 6            | 3       | 3       | 0
message_passing 3        | 10           | 4       | 4       | 0
peterson 1               | 292          | 10      | 9       | 0
peterson 2               | 2526         | 20      | 19      | 0
peterson 3               | 12432        | 34      | 33      | 0
lastzero 3               | 920          | 12      | 12      | 0
lastzero 4               | 44300        | 28      | 28      | 0
lastzero 5               | *3487880     | 64      | 64      | 0
lastzero 6               | -            | 144     | 144     | 0
lastzero 10              | -            | 3328    | 3328    | 0
lastzero 15              | -            | *147456 | *147456 | 0
readers 3                | 24           | 8       | 8       | 0
readers 5                | 720          | 32      | 32      | 0
readers 7                | 40320        | 128     | 128     | 0
readers 13               | -            | 8192    | 8192    | 0
readers 17               | -            | *131072 | *131072 | 0
indexer 11               | -            | 1       | 1       | 0
indexer 12               | -            | 8       | 8       | 0
indexer 13               | -            | 64      | 64      | 0
indexer 14               | -            | 512     | 512     | 0
indexer 15               | -            | 4096    | 4096    | 0
indexer 16               | -            | *32768  | *32768  | 0
counters 1               | 420          | 48      | 48      | 0
counters 2               | 69300        | 5040    | 5040    | 0
counters 3               | *12612600    | *739200 | *739200 | 0
fib 1                    | 560          | 11      | -       | 0
fib 2                    | 84084        | 140     | -       | 0
fib 3                    | *9237800     | 1698    | -       | 0
fib 4                    | -            | 19605   | -       | 0
fib 5                    | -            | *218243 | -       | 0
filesystem 13            | -            | 1       | -       | 0
filesystem 14            | -            | 2       | -       | 0
filesystem 16            | -            | 8       | -       | 0
filesystem 26            | -            | 8192    | -       | 0
late_write               | 330          | 8       | 6       | 0
late_readers 1           | -            | 4       | 4       | 0
late_readers 2           | -            | 12      | 12      | 0
late_readers 3           | -            | 32      | 32      | 0
late_readers 7           | -            | 1024    | 1024    | 0
main_leaves 3            | -            | 36      | 16      | 0
main_leaves 4            | -            | 576     | 125     | 0
created_between 1        | -            | 2       | 2       | 0
created_between 3        | -            | 12      | 2       | 0
gives_up 1 100           | 101          | 101     | 101     | 0
gives_up 2 20            | -            | 441     | 441     | 0
one_mutex 3 1            | 6            | 6       | 6       | 0
one_mutex 4 1            | 24           | 24      | 24      | 0
one_mutex 2 2            | 6            | 6       | 6       | 0
one_mutex 3 2            | 90           | 90      | 90      | 0
one_mutex 2 3            | 20           | 20      | 20      | 0
one_mutex 4 2            | 2520         | 2520    | 2520    | 0
counting_semaphore 2 3 1 | 54           | 54      | 54      | 0
counting_semaphore 2 2 2 | 70           | 70      | 70      | 0
counting_semaphore 2 3 2 | 10170        | 10170   | 10170   | 0
philosophers 2           | 4            | 3       | 3       | 1
philosophers 3           | 396          | 7       | 7       | 1
philosophers 4           | 104704       | 15      | 15      | 1
philosophers 5           | -            | 31      | 31      | 1
philosophers 6           | -            | 63      | 63      | 1
philosophers 7           | -            | 127     | 127     | 1
philosophers 8           | -            | 255     | 255     | 1
philosophers 9           | -            | 511     | 511     | 1
philosophers 2 1         | 4            | 2       | 2       | 0
philosophers 3 1         | 238          | 6       | 6       | 0
philosophers 4 1         | 94526        | 14      | 14      | 0
philosophers 5 1         | -            | 30      | 30      | 0
bb_semaphore 1 1 2 2     | -            | 3       | 3       | 0
bb_semaphore 2 2 1 1     | *452804      | 4       | 4       | 0
bb_semaphore 2 2 2 1     | -            | 12      | 12      | 0
bb_semaphore 3 3 1 1     | -            | 36      | 36      | 0
bb_semaphore 3 3 2 1     | -            | 324     | 324     | 0
bb_semaphore 3 3 3 1     | -            | 504     | 504     | 0
bb_semaphore 2 2 1 2     | -            | 36      | 36      | 0
bb_usual 1 1 2 2 1       | 162          | 4       | 4       | 0
bb_usual 1 1 2 2 2       | 43758        | 3       | 3       | 0
bb_usual 2 2 2 1 1       | *478760      | 148     | 148     | 0
bb_usual 2 2 2 1 2       | -            | 132     | 132     | 0
rw_semaphore 1 1         | 4            | 4       | 4       | 0
rw_semaphore 2 1         | 48           | 48      | 48      | 0
rw_semaphore 1 2         | 32           | 32      | 32      | 0
rw_semaphore 2 2         | 608          | 608     | 608     | 0
rw_semaphore 3 1         | 1224         | 1224    | 1224    | 0
rw_semaphore 3 2         | -            | 21744   | 21744   | 0
bb_select 1 1 2 2        | 2            | 2       | -       | 0
bb_select 2 2 1 1        | 4            | 4       | -       | 0
bb_select 2 2 2 1        | 8            | 8       | -       | 0
bb_select 3 3 1 1        | 36           | 36      | -       | 0
bb_select 3 3 2 1        | 144          | 144     | -       | 0
bb_select 3 3 3 1        | 180          | 180     | -       | 0
bb_select 2 2 1 2        | 36           | 36      | -       | 0
bb_monitor 1 1 2 2 0     | 5            | 5       | -       | 0
bb_monitor 2 2 1 1 0     | 24           | 24      | -       | 0
bb_monitor 2 2 2 1 0     | 24           | 24      | -       | 0
bb_monitor 3 3 1 1 0     | 720          | 720     | -       | 0
bb_monitor 3 3 2 1 0     | 720          | 720     | -       | 0
bb_monitor 3 3 3 1 0     | 720          | 720     | -       | 0
bb_monitor 2 2 1 2 0     | 1800         | 1800    | -       | 0
bb_monitor 1 1 2 2 1     | 6            | 6       | -       | 0
bb_monitor 2 2 1 1 1     | 56           | 56      | -       | 0
bb_monitor 2 2 2 1 1     | 48           | 48      | -       | 0
bb_monitor 3 3 1 1 1     | -            | 9828    | -       | 0
bb_monitor 3 3 2 1 1     | 5076         | 5076    | -       | 0
bb_monitor 3 3 3 1 1     | 4356         | 4356    | -       | 0
bb_monitor 2 2 1 2 1     | -            | 50264   | -       | 0
bb_monitor 1 1 2 2 2     | 6            | 6       | -       | 0
bb_monitor 2 2 1 1 2     | 80           | 80      | -       | 0
bb_monitor 2 2 2 1 2     | 60           | 60      | -       | 0
bb_monitor 3 3 1 1 2     | -            | 57600   | -       | 0
bb_monitor 3 3 2 1 2     | -            | 12096   | -       | 0
bb_monitor 3 3 3 1 2     | -            | 10944   | -       | 0
bb_monitor 2 2 1 2 2     | -            | *288000 | -       | 0
rw_select 1 1            | 2            | 2       | -       | 0
rw_select 2 1            | 14           | 14      | -       | 0
rw_select 1 2            | 6            | 6       | -       | 0
rw_select 2 2            | 48           | 48      | -       | 0
rw_select 3 1            | 216          | 216     | -       | 0
rw_select 3 2            | 768          | 768     | -       | 0
rw_monitor 1 1 0         | 4            | 4       | -       | 0
rw_monitor 2 1 0         | 44           | 44      | -       | 0
rw_monitor 1 2 0         | 30           | 30      | -       | 0
rw_monitor 2 2 0         | 480          | 480     | -       | 0
rw_monitor 3 1 0         | 948          | 948     | -       | 0
rw_monitor 3 2 0         | -            | 13320   | -       | 0
rw_monitor 1 1 1         | 4            | 4       | -       | 0
rw_monitor 2 1 1         | 62           | 62      | -       | 0
rw_monitor 1 2 1         | 40           | 40      | -       | 0
rw_monitor 2 2 1         | 1100         | 1100    | -       | 0
rw_monitor 3 1 1         | 2364         | 2364    | -       | 0
rw_monitor 3 2 1         | -            | 61716   | -       | 0
philosophers_monitor 2   | 4            | 4       | -       | 0
philosophers_monitor 3   | 30           | 30      | -       | 0
philosophers_monitor 4   | 624          | 624     | -       | 0
philosophers_monitor 5   | -            | 19330   | -       | 0
philosophers_monitor 6   | -            | *901752 | -       | 0
mutual_exclusion 2       | -            | 6       | -       | 0
mutual_exclusion 3       | -            | 4032    | -       | 0
mutual_exclusion 3 1     | -            | 504     | -       | 0
port 3 1                 | 30           | 6       | -       | 0
port 2 2                 | 84           | 6       | -       | 0
port 3 2                 | -            | 90      | -       | 0
port 2 2 1               | 6            | 6       | -       | 0
port 3 1 2               | 24           | 6       | -       | 0
port 3 2 1               | -            | 90      | -       | 0
END
my (undef, $help) = run($root, $treadle, 'help', 'explore');
my ($offered) = $help =~ /--equivalence\b(.*?)\n *-/s or die "treadle explore has no --equivalence\n";
my @equivalences = ('interleaving', 'trace', $offered =~ /\brf\b/ ? 'rf' : ());
diag('treadle explore does not offer rf: left out') if $offered !~ /\brf\b/;

my $room = File::Temp->newdir;

# The woven program; undef where it cannot be compiled.
sub weave_figure {
	my ($name, $compiler) = @_;
	my $binary = "$room/$compiler-$name";
	return $binary if -e $binary;
	my @flags = ("--compiler=$compiler", qw(-g -O1 -Wall -Wextra));
	my ($status, $out, $err) = run("$root/examples/figures", $treadle, 'cc', @flags, '-o', $binary, "$name.c");
	return $binary if "$status$out$err" eq '0';
	diag("$name.c: $out$err");
	return undef;
}

# Explores all of it, and compares the last line and the status.
sub check_figure {
	my ($compiler, $equivalence, $command, $executions, $classes, $findings, @more) = @_;
	my ($name, @arguments) = split ' ', $command;
	my $how = join ', ', $command, "$equivalence @more", $compiler;
	my $binary = weave_figure($name, $compiler) or return fail($how);
	local $Loom::limit = $is_long ? 3600 : $Loom::limit;
	my ($status, $out, $err) = run("$room", $treadle, '--quiet', '--keep-going', '--time', 0, '--executions', 1e9,
				       '--fifo', '--equivalence', $equivalence, @more, $binary, @arguments);
	my ($last) = $out =~ /^(.*)\n\z/m;
	is(defined $last ? $last : '', "complete: $classes classes, $executions executions, $findings findings", $how) or diag($err);
	is($status, $findings ? 1 : 0, "$how: the status");
	unlike($out, qr/more executions? w(?:as|ere) begun/, "$how: none in vain") if $equivalence eq 'trace';
}

# All that is asked for in one row of the table.
sub check_row {
	my ($compiler, $row) = @_;
	for my $equivalence (@equivalences) {
		my ($is_for_long, $executions) = $row->{$equivalence} =~ /^(\*?)(\d+)$/ or next;
		next if $is_for_long && !$is_long;
		my $classes = $equivalence eq 'interleaving' ? $row->{trace} =~ s/^\*//r : $executions;
		my @figure = ($compiler, $equivalence, $row->{program}, $executions, $classes, $row->{findings});
		check_figure(@figure);
		next if $equivalence ne 'trace' || $compiler ne 'gcc' || $executions > ($is_long ? 100000 : 200);
		check_figure(@figure, '--ranks', $_) for 1 .. ($is_long ? 3 : 1); # whoever goes on where any thread may
	}
}

# With names of programs on the command line, only those.
for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
	for my $row (@figures) {
		check_row($compiler, $row) if !@ARGV || grep { $row->{program} =~ /^\Q$_\E / } @ARGV;
	}
}
done_testing;
