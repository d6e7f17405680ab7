# Small random programs out of <treadle/sync.h> (t/generate/sync_script.c has the letters), each explored by brute force and by the
# search, whose answers must agree.
package Scripts;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;

our @EXPORT = qw(random_scripts compare_scripts);

use constant { MOST => 20000, LENGTH => 6 };

# A generator of its own, so that a seed is the same program everywhere.
my $state;
sub below {
	my ($n) = @_;
	$state = ($state * 1103515245 + 12345) & 0x7fffffff;
	return ($state >> 8) % $n;
}

sub one_of {
	return $_[below(scalar @_)];
}

sub block {
	my ($open, $close, @inner) = @_;
	return $open . join('', map { one_of(@inner) } 0 .. below(3)) . $close;
}

# What a thread may do at once, by family.  Only the first thread receives from synchronous ports.
my %families = (
	semaphores => sub { one_of(qw(P V p v)) },
	continue => sub { block('(', ')', qw(w s a l W S r x)) },
	over => sub { block('[', ']', qw(u i U I r x)) },
	ports => sub { one_of(qw(1 1 2 3 3 4)) },
	lengths => sub { one_of(qw(1 1 2 n)) },
	meetings => sub { $_[0] == 1 ? one_of(qw(6 8 9 9 0)) : one_of(qw(5 7)) },
	queues => sub { one_of(qw(m m h M M)) },
	memory => sub { one_of(qw(r x)) },
	branches => sub { '?' . one_of(qw(x r 1 V)) },
);

sub script {
	my ($number, @families) = @_;
	my $script = $number;
	for (0 .. below(5)) {
		my $more = $families{one_of(@families)}->($number);
		last if length($script . $more) > LENGTH + 1;
		$script .= $more;
	}
	return $script;
}

# The scripts of 2 to 4 threads, out of these families, or of some that the seed chooses.
sub random_scripts {
	my ($seed, @families) = @_;
	$state = $seed * 7919 + 17;
	below(2) for 1 .. 5;
	@families = grep { below(3) == 0 } sort keys %families while !@families;
	return map { script($_, @families) } 1 .. 2 + below(3);
}

sub explore_scripts {
	my ($binary, $equivalence, $most, @scripts) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, '-q', '--keep-going', '--explain', 'off', '--equivalence', split(' ', $equivalence), '--classes', 'classes',
				       '--executions', $most, '--time', 50, $binary, @scripts);
	my ($verdict, $classes, $executions) = $out =~ /^(\w+): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	my %times = -e "$room/classes" ? map { split ' ' } split /\n/, slurp("$room/classes") : ();
	my ($wasted) = $out =~ /^(\d+ more executions? w(?:as|ere) begun)/m;
	return { verdict => $verdict // "none: $out$err", classes => $classes, executions => $executions, times => \%times, wasted => $wasted };
}

# What is wrong with a search, by brute force.
sub faults_of {
	my ($oracle, $tried) = @_;
	my @faults;
	push @faults, "search: $tried->{verdict}" if $tried->{verdict} ne 'complete';
	push @faults, $tried->{wasted} if $tried->{wasted};
	my $missing = grep { !$tried->{times}{$_} } keys %{$oracle->{times}};
	my $strange = grep { !$oracle->{times}{$_} } keys %{$tried->{times}};
	push @faults, "$missing classes missing" if $missing;
	push @faults, "$strange classes too many" if $strange;
	push @faults, "$tried->{executions} executions for $tried->{classes} classes"
		if ($tried->{executions} // 0) != ($tried->{classes} // 0);
	return @faults;
}

# What is wrong, in words; '' if nothing is; undef if the program is too large for brute force.  Also where turns are drawn (Ranks.pm).
sub compare_scripts {
	my ($binary, @scripts) = @_;
	my $oracle = explore_scripts($binary, 'interleaving', MOST, @scripts);
	return undef if $oracle->{verdict} eq 'stopped';
	my @faults = $oracle->{verdict} eq 'complete' ? () : "brute force: $oracle->{verdict}";
	for my $how ('trace', map { "trace --ranks $_" } 1 .. ($is_long ? 3 : 1)) {
		push @faults, map { "$how: $_" } faults_of($oracle, explore_scripts($binary, $how, 2 * MOST, @scripts));
	}
	return join '; ', @faults;
}

1;
