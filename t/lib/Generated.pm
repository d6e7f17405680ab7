# Small random programs (t/generate), each explored in two ways whose answers must agree: by brute force, which tries every
# order of events, and by a mode that says it needs only one order of each class.  A third answer comes from a model that
# knows nothing of threads (Model.pm): what the program can come to.
package Generated;

use strict;
use warnings;
use Exporter qw(import);
use File::Path qw(make_path);
use File::Temp ();
use Loom;
use Model;

our @EXPORT = qw(build_generator listing compare compare_usual difference shrink);

# Executions of a program that brute force may take, for larger programs are skipped; and after so many it is asked how many there will be.
use constant { MOST => 20000, FIRST_LOOK => 2000 };

my $sources = "$root/t/generate";

# The generator, woven by a compiler; undef and what went wrong.
sub build_generator {
	my ($compiler) = @_;
	my $folder = "$Loom::build/t/generate";
	my $object = "$folder/program.o";
	make_path($folder);
	if (!Loom::is_newer($object, "$sources/program.c", "$sources/program.h")) {
		my ($status, $out, $err) = run($root, 'gcc', qw(-g -O1 -Wall -Wextra -c -o), "$object.$$", "$sources/program.c");
		return (undef, "$out$err") if $status;
		rename "$object.$$", $object or die "$object: $!";
		unlink glob("$Loom::build/t/*/generate/random_program");
	}
	return weave({ file => "$sources/random_program.c", name => 'random_program', flags => [$object] }, $compiler);
}

# What a program does, for people.
sub listing {
	my ($binary, @arguments) = @_;
	my ($status, $out, $err) = run('/', $binary, '--print', @arguments);
	die "$binary --print @arguments: $err" if $status;
	return $out;
}

# The threads of a deadlock's circle, by what its headline says: each waits for the next; none if there is no circle.
sub circle_in {
	my ($headline) = @_;
	my (%waits, %holds);
	for (split /; /, $headline) {
		my ($thread) = /(\S+) waits for / or return;
		my ($other) = /which it holds itself/ ? $thread : / held by ([^\s,]+)$| waits for (\S+) to end$/ ? $1 // $2 : return;
		$waits{$thread} = $holds{$other} = 1;
	}
	return "@{[sort keys %waits]}" eq "@{[sort keys %holds]}" ? keys %waits : ();
}

# The findings of a report: what went wrong and where, in a deadlock the places by which it is known (explore/findings.h): who else stood
# still when it was first met depends on the order in which executions are made.  Numbers of threads are left out, because they vary
# from one order to another.
sub findings_in {
	my ($report) = @_;
	my %found;
	my @parts = split /^random_program: /m, $report;
	shift @parts;
	for my $part (@parts) {
		my ($what) = $part =~ /^(deadlock|.*)/;
		my ($threads) = $what eq 'deadlock' ? $part =~ /^threads\n((?: .*\n)*)/m : '';
		my %is_in_circle = map { $_ => 1 } $what eq 'deadlock' ? circle_in($part =~ /^deadlock: (.*)/) : ();
		my $is_abandoned = !%is_in_circle && ($threads // '') =~ / held by \S+, which has ended/;
		my @places;
		for (split /\n/, $threads // '') {
			next if %is_in_circle && !(/^    (\S+) / && $is_in_circle{$1});
			next if $is_abandoned && !/ held by \S+, which has ended/;
			push @places, "$1 at $2" if /^    (\w+)\S* .*, at (\w+ \(\S+?\))/;
		}
		$found{join '; ', $what, sort @places} = 1;
	}
	return \%found;
}

# Runs Treadle on a program.  {list} is what it writes about classes.
sub explore_once {
	my ($room, $mode, $equivalence, $most, @rest) = @_;
	my @how = $mode eq 'usual' ? () : ('--equivalence', split(' ', $mode));
	unlink "$room/classes";
	my ($status, $out, $err) = run($room, $treadle, '-q', '--keep-going', '--explain', 'off', '--races', 'off', @how, '--classes', 'classes', '--classes-of', $equivalence,
				       '--executions', $most, '--time', 50, @rest);
	my %self = (status => $status, err => $err, out => $out, list => -e "$room/classes" ? slurp("$room/classes") : '');
	@self{qw(verdict classes executions count)} = $out =~ /^(\w+): (\d+) classes, (\d+) executions, (\d+) findings\n\z/m;
	$self{verdict} //= 'none';
	return \%self;
}

# Explores a program in one mode, to the end if MOST executions suffice, and counts the classes of an equivalence; `usual` is what
# is done without options.  What is in the log cannot be taken back, so there every execution is run from its beginning, and
# without a log it must be all the same.
sub explore_classes {
	my ($binary, $mode, $equivalence, $most, @arguments) = @_;
	my $room = File::Temp->newdir;
	# The log of brute force would be long, and its classes are the same; several processes would write theirs in one file.
	my $logs = $mode !~ /interleaving|-j/;
	my @how = ($room, $mode, $equivalence, $most);
	my $self = explore_once(@how, $logs ? ('--from-start', $binary, '--log', 'log', @arguments) : ($binary, @arguments));
	@$self{qw(times findings)} = ({}, findings_in($self->{out}));
	$self->{outcomes} = outcomes_in_log(slurp("$room/log"), listing($binary, @arguments)) if -e "$room/log";
	/^([0-9a-f]{16}) (\d+)$/ ? ($self->{times}{$1} = $2) : push @{$self->{strange}}, $_ for split /\n/, $self->{list};
	my $again = $logs ? explore_once(@how, $binary, @arguments) : $self;
	if ($mode eq 'usual') { # the portfolio may show a class another number of times, for writing a log takes turns too
		$_->{list} =~ s/ \d+$//mg for $self, $again;
	}
	$self->{resumed} = "$again->{verdict}, $again->{executions} executions" if grep { $again->{$_} ne $self->{$_} } qw(list verdict executions count);
	return $self;
}

# There was more to explore than it was allowed to, and perhaps none of what it has seen counts: that is no fault.
sub was_stopped {
	my ($self) = @_;
	my $nothing_counts = 'treadle: warning: treadle_assume held in no execution, so nothing was tested';
	return $self->{verdict} eq 'stopped' && $self->{err} =~ /\A(?:$nothing_counts\n)?\z/;
}

# It left out orders in which a thread gives up waiting for the fourth time; a search need not have come to such an order.
sub was_bounded {
	my ($self) = @_;
	return $self->{verdict} eq 'bounded' && $self->{out} =~ /^bounded: a thread gave up waiting three times/m;
}

# Brute force, which is not tried for long where it is sure not to come to its end.
sub explore_by_force {
	my ($binary, $timeouts, $equivalence, @arguments) = @_;
	my $look = explore_classes($binary, "interleaving --stats $timeouts", $equivalence, FIRST_LOOK, @arguments);
	my ($least) = $look->{out} =~ /^stats: about \d+ \((\d+) to \d+\) executions for all of it$/m;
	return $look if !was_stopped($look) || ($least // 0) > MOST;
	return explore_classes($binary, "interleaving $timeouts", $equivalence, MOST, @arguments);
}

# What is wrong with an exploration by itself.
sub faults_of {
	my ($mode, $self, $has_checks) = @_;
	my @faults;
	my $expected = %{$self->{findings}} ? 1 : 0;
	my $is_complete = $self->{verdict} eq 'complete' || $self->{out} =~ /^bounded: no execution counts/m || ($self->{verdict} eq 'bounded' && $has_checks); # two in one execution
	push @faults, "$mode: verdict $self->{verdict}" if !$is_complete;
	push @faults, "$mode: exit status $self->{status}, not $expected" if $self->{status} != $expected;
	push @faults, "$mode: says $self->{err}" if $self->{err} ne '';
	push @faults, "$mode: executions that go on from others make a difference: $self->{resumed}" if $self->{resumed};
	push @faults, "$mode: a line of --classes is '$_'" for @{$self->{strange}};
	return @faults if $self->{verdict} ne 'complete';
	my ($seen, $times) = (scalar keys %{$self->{times}}, 0);
	$times += $_ for values %{$self->{times}};
	push @faults, "$mode: $self->{classes} classes, but $seen fingerprints" if $seen != $self->{classes};
	push @faults, "$mode: $self->{executions} executions, but $times in --classes" if $times != $self->{executions};
	return @faults;
}

# Everything that differs between two sets.
sub differences {
	my ($what, $all, $some) = @_;
	return ((map { "$what missing: $_" } grep { !$some->{$_} } sort keys %$all),
		(map { "$what too many: $_" } grep { !$all->{$_} } sort keys %$some));
}

# Outcomes as the mode tells them apart: which write nobody reads came last does not matter to rf.
sub as_seen_by {
	my ($mode, $outcomes) = @_;
	return $mode eq 'rf' ? { map { (s/;[^;]*\z//r => 1) } keys %$outcomes } : $outcomes;
}

# What is wrong with the outcomes of a mode, by the model.  An execution without an end need not be a deadlock, for the mode
# may have left it, so it can be missing but not too many.
sub compare_outcomes {
	my ($mode, $model, $self) = @_;
	return if !$model || !$self->{outcomes} || $self->{verdict} ne 'complete';
	return (differences("$mode: outcome", map { as_seen_by($mode, $_->{ended}) } $model, $self->{outcomes}),
		grep { /missing/ } differences("$mode: deadlock", $model->{stuck}, $self->{outcomes}{stuck}));
}

# What is wrong with the classes of a mode: each must be there once.  A reduction leaves some out, but makes up none; by symmetry
# it may not even get to know of memory that more than one thread touches, so there its classes look different.  Where accesses are no events
# unless contended, classes have other names, but there are as many.
sub compare_classes {
	my ($mode, $oracle, $tried) = @_;
	return if $mode =~ /symmetry/;
	return $tried->{executions} == $oracle->{classes} ? () : "$tried->{executions} executions for $oracle->{classes} classes" if $mode =~ /contended/;
	my @faults = differences('class', $oracle->{times}, $tried->{times});
	return grep { !/missing/ } @faults if $mode =~ /--reduce/;
	push @faults, map { "class $tried->{times}{$_} times: $_" } grep { $tried->{times}{$_} > 1 } sort keys %{$tried->{times}};
	push @faults, "$tried->{executions} executions for $tried->{classes} classes"
		if $tried->{verdict} eq 'complete' && $tried->{executions} != $tried->{classes};
	return @faults;
}

# What is wrong with a mode, by brute force and by the model.
sub compare_results {
	my ($mode, $oracle, $tried, $listing) = @_;
	my @faults = compare_classes($mode, $oracle, $tried);
	push @faults, differences('finding', $oracle->{findings}, $tried->{findings});
	push @faults, compare_outcomes($mode, outcomes_of_listing($listing, $mode =~ /--timeouts last/), $tried);
	push @faults, map { faults_of(@$_, $listing =~ /^ +\d+ +check/m) } ['interleaving', $oracle], [$mode, $tried];
	my ($uncounted) = $tried->{out} =~ /^(\d+ more executions? did not count.*)/m;
	my ($wasted) = $tried->{out} =~ /^(\d+ more executions? w(?:as|ere) begun.*)/m;
	push @faults, "$mode: $uncounted" if $uncounted && $listing !~ /assume/;
	push @faults, "$mode: $wasted" if $wasted && $mode =~ /^trace( -j \d+| --ranks \d+)?$/;
	return @faults;
}

# Explores a program by brute force and in a mode.  {skipped}: brute force does not know all of it; {faults}: what is wrong, empty if nothing is.
sub compare {
	my ($binary, $mode, @arguments) = @_;
	my ($equivalence) = $mode =~ /(\w+)/;
	my ($timeouts) = $mode =~ /(--timeouts \w+)/;
	my $oracle = explore_by_force($binary, $timeouts // '', $equivalence, @arguments);
	return { skipped => 1, faults => [], oracle => $oracle } if was_stopped($oracle) || was_bounded($oracle);
	my $tried = explore_classes($binary, $mode, $equivalence, 2 * MOST, @arguments);
	my @faults = compare_results($mode, $oracle, $tried, listing($binary, @arguments));
	return { faults => \@faults, oracle => $oracle, tried => $tried };
}

# The same for what is done without options: the classes of both phases together are those of brute force.
sub compare_usual {
	my ($binary, @arguments) = @_;
	my $oracle = explore_by_force($binary, '', 'trace', @arguments);
	return { skipped => 1, faults => [], oracle => $oracle } if was_stopped($oracle) || was_bounded($oracle);
	my $tried = explore_classes($binary, 'usual', 'trace', 2 * MOST, @arguments);
	# Where threads create threads, their memory lies at other places in another exploration: only the number can be compared.
	my $is_nested = listing($binary, @arguments) =~ /^thread.*\n(?: .*\n)*? +\d+ +create/m;
	my @faults = $is_nested ? () : differences('class', $oracle->{times}, $tried->{times});
	push @faults, "$tried->{classes} classes, not $oracle->{classes}" if $tried->{classes} != $oracle->{classes};
	push @faults, grep { !/in --classes$/ } faults_of('usual', $tried); # those before it was known what is shared are not there
	push @faults, 'findings of one only' if !%{$tried->{findings}} != !%{$oracle->{findings}};
	return { faults => \@faults, oracle => $oracle, tried => $tried };
}

# All that is to be said about a program with faults.
sub difference {
	my ($result, $binary, $mode, @arguments) = @_;
	my $text = "random_program @arguments\n" . listing($binary, @arguments);
	for (['interleaving', $result->{oracle}], [$mode, $result->{tried}]) {
		my ($name, $self) = @$_;
		my ($last) = $self->{out} =~ /(.*)\n\z/;
		$text .= "$name: " . ($last // 'nothing') . "\n";
	}
	return $text . join('', map { "! $_\n" } @{$result->{faults}}) . "\n";
}

# A fault without what varies from program to program.
sub sort_of {
	my ($fault) = @_;
	return $fault =~ s/[0-9a-f]{16}//r =~ s/\d+/N/gr;
}

# The operations to leave out so that only what is needed for the first of these faults stays.
sub shrink {
	my ($binary, $mode, $faults, @arguments) = @_;
	my $wanted = sort_of($faults->[0]);
	my (%dropped, $changed);
	do {
		$changed = 0;
		my @drop = %dropped ? ('--drop', join(',', sort keys %dropped)) : ();
		my ($thread, @candidates) = (0);
		for (split /\n/, listing($binary, @drop, @arguments)) {
			$thread = $1 if /^thread (\d+)/;
			push @candidates, "$thread.$1" if /^ +(\d+) +(?!join|unlock|rw-unlock)\S/;
		}
		for my $candidate (reverse @candidates) {
			my $list = join ',', sort keys %dropped, $candidate;
			my $result = compare($binary, $mode, '--drop', $list, @arguments);
			next if !grep { sort_of($_) eq $wanted } @{$result->{faults}};
			$dropped{$candidate} = $changed = 1;
		}
	} while ($changed);
	return %dropped ? ('--drop', join ',', sort keys %dropped) : ();
}

1;
