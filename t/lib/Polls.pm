# Small random programs whose threads poll under locks (t/generate/poll_script.c), and a model that knows all states they can be in.
package Polls;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;

our @EXPORT = qw(random_polls outcomes_of_polls compare_polls);

use constant { MOST => 2000, MOST_STATES => 60000 };

# Two or three threads; somebody polls, and others write.
sub random_polls {
	my ($seed) = @_;
	srand($seed);
	my $one = sub { $_[rand @_] };
	my @blocks = ('(x)', '(x)', '[y]', '(a)', '[b]', 'x', 'a', 't', 'T', 'c', '([y])', '(x)(x)');
	my @polls = qw(p p p P q n o);
	my @scripts = map { '' } 1 .. $one->(2, 2, 3);
	for my $i (0 .. $#scripts) {
		my @parts = map { $one->(@blocks) } 1 .. $one->(0, 1, 1, 2);
		splice @parts, int(rand(@parts + 1)), 0, $one->(@polls) if $i == 0 || rand() < 0.4;
		push @parts, $one->('(x)', '(x)', 'x', '(x)(x)') if $i == $#scripts;
		$scripts[$i] = substr(join('', @parts), 0, 8);
		$scripts[$i] =~ s/\([^)]*$|\[[^\]]*$//; # a lock whose end was cut off
	}
	return map { $_ eq '' ? 'a' : $_ } @scripts;
}

# A script as steps: [what, which, ...].  Those that jump know where to.
sub steps_of {
	my ($script) = @_;
	my @steps;
	for my $op (split //, $script) {
		my $start = @steps;
		my $look = sub { my ($m, $v) = @_; (['lock', $m], ['read', $v], ['unlock', $m]) };
		if ($op =~ /[(\[]/) { push @steps, ['lock', $op eq '[' ? 1 : 0] }
		elsif ($op =~ /[)\]]/) { push @steps, ['unlock', $op eq ']' ? 1 : 0] }
		elsif ($op =~ /[xy]/) { push @steps, ['read', $op eq 'y' ? 1 : 0], ['write', $op eq 'y' ? 1 : 0] }
		elsif ($op =~ /[ab]/) { push @steps, ['read', $op eq 'b' ? 1 : 0], ['note'] }
		elsif ($op =~ /[pP]/) { push @steps, $look->(0, 0), ['below', $op eq 'P' ? 2 : 1, $start] }
		elsif ($op eq 'q') { push @steps, $look->(1, 1), ['below', 1, $start] }
		elsif ($op eq 'n') { push @steps, ['lock', 0], $look->(1, 1), ['unlock', 0], ['below', 1, $start] }
		elsif ($op eq 'o') { push @steps, ['read', 0], ['lock', 0], ['unlock', 0], ['below', 1, $start] }
		elsif ($op eq 'c') { push @steps, $look->(0, 0), ['above', 0, $start + 7], $look->(0, 0), ['truth'], ['note'] }
		elsif ($op =~ /[tT]/) { push @steps, ['try', $op eq 'T' ? 1 : 0, $start + 2], ['unlock', $op eq 'T' ? 1 : 0], ['note'] }
	}
	return \@steps;
}

# The state after one more step of a thread; undef if it cannot go on.  A state: for each thread place, register and what it has seen,
# then the two variables and who has the two mutexes.
sub after {
	my ($programs, $state, $i) = @_;
	my @new = @$state;
	my ($at, $register, $seen) = @new[3 * $i .. 3 * $i + 2];
	my $step = $programs->[$i][$at] or return;
	my ($what, $which, $to) = @$step;
	my $shared = 3 * @$programs;
	$at++;
	if ($what eq 'lock') {
		return if $new[$shared + 2 + $which];
		$new[$shared + 2 + $which] = $i + 1;
	} elsif ($what eq 'try') {
		$register = $new[$shared + 2 + $which] ? 0 : 1;
		$register ? ($new[$shared + 2 + $which] = $i + 1) : ($at = $to);
	}
	elsif ($what eq 'unlock') { $new[$shared + 2 + $which] = 0 }
	elsif ($what eq 'read') { $register = $new[$shared + $which] }
	elsif ($what eq 'write') { $new[$shared + $which] = $register + 1 }
	elsif ($what eq 'note') { ($seen, $register) = (8 * $seen + 1 + $register, 0) }
	elsif ($what eq 'truth') { $register = $register ? 1 : 0 }
	elsif ($what eq 'below') { $at = $to if $register < $which; $register = 0 }
	elsif ($what eq 'above') { $at = $to if $register > $which }
	@new[3 * $i .. 3 * $i + 2] = ($at, $register, $seen);
	return \@new;
}

# All that the program can come to: { ended => lines of the log, stuck => whether there is a state from which it comes to no end }.
sub outcomes_of_polls {
	my (@scripts) = @_;
	my @programs = map { steps_of($_) } @scripts;
	my $shared = 3 * @programs;
	my @start = ((map { (0, 0, 0) } @programs), 0, 0, 0, 0);
	my (%known, %before, @ends, %ended);
	my @open = (\@start);
	$known{"@start"} = 1;
	while (my $state = pop @open) {
		return if keys %known > MOST_STATES;
		if (!grep { $state->[3 * $_] < @{$programs[$_]} } 0 .. $#programs) {
			push @ends, "@$state";
			$ended{join ' ', (map { $state->[3 * $_ + 2] } 0 .. $#programs), @$state[$shared, $shared + 1]} = 1;
		}
		for my $new (grep { $_ } map { after(\@programs, $state, $_) } 0 .. $#programs) {
			push @{$before{"@$new"}}, "@$state";
			push @open, $new if !$known{"@$new"}++;
		}
	}
	my %can_end = map { $_ => 1 } @ends;
	while (defined(my $state = pop @ends)) {
		push @ends, grep { !$can_end{$_}++ } @{$before{$state} || []};
	}
	return { ended => \%ended, stuck => keys(%can_end) < keys(%known) ? 1 : 0 };
}

sub explore_polls {
	my ($binary, $equivalence, @scripts) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --explain off --races off --time 20 --classes classes -e), split(' ', $equivalence), '-n', MOST, $binary, 'log', @scripts);
	my %self = (status => $status, out => "$out$err", log => {}, list => -e "$room/classes" ? slurp("$room/classes") : '');
	@self{qw(verdict classes executions)} = $out =~ /^(\w+): (\d+) classes, (\d+) executions, \d+ findings\n\z/m;
	$self{log} = { map { $_ => 1 } split /\n/, slurp("$room/log") } if -e "$room/log";
	$self{verdict} //= 'none';
	$self{list} =~ s/ \d+$//mg;
	return \%self;
}

# Whoever goes on where any thread may, the same must come of it.
sub faults_of_other_order {
	my ($tried, $other) = @_;
	my @faults = map { "with turns drawn: $_ $other->{$_}, not $tried->{$_}" }
		grep { $other->{$_} ne $tried->{$_} } qw(verdict classes executions status);
	push @faults, 'with turns drawn: other classes' if !@faults && $other->{list} ne $tried->{list};
	push @faults, "with turns drawn: $1" if $other->{out} =~ /^(\d+ more executions? w(?:as|ere) begun)/m;
	return @faults;
}

# What is wrong with the search; { kind => complete, bounded, stopped } says how far it went, and whether brute force could be asked.
sub compare_polls {
	my ($binary, @scripts) = @_;
	my $model = outcomes_of_polls(@scripts);
	my $tried = explore_polls($binary, 'trace', @scripts);
	my ($verdict, @faults) = ($tried->{verdict});
	return { kind => 'too large', faults => [] } if !$model;
	push @faults, "status $tried->{status}" if $tried->{status} > 1;
	push @faults, 'a finding that is none' if $tried->{status} == 1 && !$model->{stuck};
	push @faults, map { "outcome that is none: $_" } grep { !$model->{ended}{$_} } keys %{$tried->{log}};
	return { kind => $verdict, faults => \@faults, tried => $tried } if $verdict ne 'complete';
	push @faults, 'nothing found' if $model->{stuck} && $tried->{status} != 1;
	push @faults, map { "outcome missing: $_" } grep { !$tried->{log}{$_} } sort keys %{$model->{ended}};
	push @faults, "$tried->{executions} executions" if $tried->{executions} != $tried->{classes};
	my $oracle = explore_polls($binary, 'interleaving', @scripts);
	push @faults, "$tried->{classes} classes, not $oracle->{classes}" if $oracle->{verdict} eq 'complete' && $oracle->{list} ne $tried->{list};
	push @faults, faults_of_other_order($tried, explore_polls($binary, 'trace --ranks 1', @scripts));
	return { kind => $oracle->{verdict} eq 'complete' ? 'compared' : 'complete', faults => \@faults, tried => $tried };
}

1;
