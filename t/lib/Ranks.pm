# What a search by traces finds does not depend on whose turn it is where any thread may go on.  `--ranks SEED` draws the turns;
# for each seed there must be the same verdict, classes, each once, and findings as in the usual order.
package Ranks;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;

our @EXPORT = qw(explore_ranked compare_ranked);

# What was found, and where; in a deadlock where those stood that wait for each other, or all threads.  Who it was, and what another one held, depends on which of several
# orders that end alike comes first.
sub headlines_in {
	my ($report, $name) = @_;
	my %found;
	my @parts = split /^\Q$name\E: /m, unbroken($report);
	shift @parts;
	for my $part (@parts) {
		my ($kind) = $part =~ /^([a-z][a-z ]*)(?=: |$)/m;
		my ($place) = $part =~ /^.*, at (.*)/;
		$place =~ s/.*\((.*\.cc):\d+\)/$1/ if $place; # what is in a header is found once, whoever calls it
		my ($threads) = ($kind // '') eq 'deadlock' ? $part =~ /^threads\n((?: .*\n)*)/m : '';
		my %waits = map { $_ => 1 } $part =~ /\Adeadlock: (.*)/ ? $1 =~ /(\S+) waits for/g : (); # for each other
		my @places = map { /^ +(\S+) .*, at (\w+ \(\S+?\))/ && (!%waits || $waits{$1}) ? $2 : () } split /\n/, $threads // '';
		$found{join '; ', $kind // 'something', $place // 'somewhere', sort @places} = 1;
	}
	return join "\n", sort keys %found;
}

# Explores a program; 0 is the usual order of turns, undef brute force.
sub explore_ranked {
	my ($ranks, $name, $options, @command) = @_;
	my $room = File::Temp->newdir;
	my @how = defined $ranks ? ('trace', '--ranks', $ranks) : ('interleaving');
	my ($status, $out, $err) = run($room, $treadle, @$options, qw(-q -k --explain off --all-reports --races off --classes classes -e), @how, @command);
	my %self = (status => $status, err => $err, out => $out, list => -e "$room/classes" ? slurp("$room/classes") =~ s/ \d+$//mgr : '');
	@self{qw(verdict classes executions)} = $out =~ /^(\w+): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	$self{verdict} //= 'none';
	($self{wasted}) = $out =~ /^(\d+) more executions? w(?:as|ere) begun/m;
	$self{findings} = headlines_in($out, $name);
	return \%self;
}

# What is wrong with an exploration by traces, by another one, or by brute force.
sub compare_ranked {
	my ($expected, $found) = @_;
	my @faults = map { "$_ " . ($found->{$_} // 'none') . ', not ' . ($expected->{$_} // 'none') }
		grep { ($expected->{$_} // 'none') ne ($found->{$_} // 'none') } qw(verdict classes status findings err);
	push @faults, "$found->{executions} executions for $found->{classes} classes" if ($found->{executions} // 0) != ($found->{classes} // 0);
	push @faults, "$found->{wasted} executions in vain" if $found->{wasted};
	push @faults, 'other classes' if !@faults && $expected->{list} ne $found->{list};
	return @faults;
}

1;
