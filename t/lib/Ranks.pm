# What a search by traces finds does not depend on whose turn it is where any thread may go on.  `--ranks SEED` draws the turns;
# for each seed there must be the same verdict, classes, each once, and findings as in the usual order.
package Ranks;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;

our @EXPORT = qw(explore_ranked compare_ranked);

# The first lines of the reports, and in a deadlock where the threads stood.  Numbers and names of threads depend on the order.
sub headlines_in {
	my ($report, $name) = @_;
	my %found;
	my @parts = split /^\Q$name\E: /m, $report;
	shift @parts;
	for my $part (@parts) {
		my ($what) = $part =~ /^(deadlock|.*)/;
		my ($threads) = $part =~ /^threads\n((?: .*\n)*)/m;
		my @places = $what eq 'deadlock' ? map { /, at (\w+ \(\S+?\))/ ? $1 : () } split /\n/, $threads // '' : ();
		$found{join '; ', $what, sort @places} = 1;
	}
	return join "\n", sort keys %found;
}

# Explores a program with an order of turns; 0 is the usual one.
sub explore_ranked {
	my ($ranks, $name, $options, @command) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --races off -e trace --classes classes), '--ranks', $ranks, @$options, @command);
	my %self = (status => $status, err => $err, out => $out, classes => -e "$room/classes" ? slurp("$room/classes") : '');
	@self{qw(verdict classes_made executions count)} = $out =~ /^(\w+): (\d+) classes, (\d+) executions, (\d+) findings\n\z/m;
	$self{verdict} //= 'none';
	($self{wasted}) = $out =~ /^(\d+) more executions were begun/m;
	$self{findings} = headlines_in($out, $name);
	return \%self;
}

sub word {
	my ($self, $key) = @_;
	return $self->{$key} // 'none';
}

# What is wrong with an exploration in some order, by the one in the usual order.
sub compare_ranked {
	my ($usual, $other) = @_;
	my @faults = map { "$_ " . word($other, $_) . ', not ' . word($usual, $_) }
		grep { word($usual, $_) ne word($other, $_) } qw(verdict classes_made executions status findings err);
	push @faults, "$other->{executions} executions for $other->{classes_made} classes"
		if defined $other->{executions} && $other->{executions} != $other->{classes_made};
	push @faults, "$other->{wasted} executions in vain" if $other->{wasted};
	push @faults, 'other classes, or not each once' if !@faults && $usual->{classes} ne $other->{classes};
	return @faults;
}

1;
