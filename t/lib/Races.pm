# What treadle says about the races of a trace, and the same found out the long way: by going through every order of the steps,
# by trying every row of the race table, and by following variants until there are no more.
package Races;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use JSON::PP qw(decode_json);
use Loom;

our @EXPORT = qw(races_of race_sets_by_force timestamps_by_force rows_by_force reach classes_of);

use constant MOST_ROWS => 20000;

# A trace with its races: steps (with the event of each), touches, columns, rows, variants.
sub races_of {
	my ($file) = @_;
	my ($status, $out, $err) = run('/', $treadle, 'show', '--json', '--races', '--variants', $file);
	die "show --races: $status $err" if $status;
	my $self = decode_json($out);
	($status, $out, $err) = run('/', $treadle, 'show', '--json', $file);
	die "show: $status $err" if $status;
	$self->{trace} = decode_json($out);
	for my $step (@{$self->{steps}}) {
		my $thread = $self->{trace}{threads}[$step->{thread}];
		$step->{what} = defined $step->{event} ? $self->{trace}{events}[$step->{event} - 1]
			: { kind => $thread->{next}, flags => [] };
		for my $touch (@{$step->{touches}}) {
			$touch->{step} = $step->{number};
			$self->{touches}[$touch->{number}] = $touch;
			$self->{slot}{$touch->{object}}[$touch->{slot}] = $touch if $step->{happened} && $touch->{writes};
		}
		my $line = $self->{line}[$step->{thread}] //= [];
		$step->{previous} = @$line ? $line->[-1] : undef;
		$step->{place} = @$line;
		push @$line, $step->{number};
	}
	return $self;
}

sub gave_up {
	my ($event) = @_;
	return scalar grep { /^(failed|timeout|spurious)$/ } @{$event->{flags}};
}

# May the operation happen after these events on its object?
sub is_open {
	my ($what, @history) = @_;
	return 1 if gave_up($what) || grep { $_ eq 'try' } @{$what->{flags}};
	my ($writer, $readers, $permits, $running) = (0, 0, undef, 0);
	for my $event (@history) {
		next if gave_up($event);
		my $kind = $event->{kind};
		$writer++ if $kind =~ /^(lock|write-lock)$/;
		$readers++ if $kind eq 'read-lock';
		$writer ? $writer-- : $readers-- if $kind =~ /unlock$/;
		$running = $event->{first} if $kind eq 'once-begin';
		$running = 0 if $kind eq 'once-end';
	}
	my $kind = $what->{kind};
	return !$writer && !$readers if $kind =~ /^(lock|write-lock)$/;
	return !$writer if $kind eq 'read-lock';
	return !$running if $kind eq 'once-begin';
	return 1;
}

# A semaphore's count before a slot, from what the operations on it came to.
sub permits_before {
	my ($self, $object, $slot) = @_;
	my $count;
	for my $touch (@{$self->{slot}{$object}}[reverse 1 .. $#{$self->{slot}{$object}}]) {
		my $event = $self->{steps}[$touch->{step}]{what};
		my ($value) = ($event->{text} || '') =~ /(\d+)$/;
		$count = gave_up($event) ? 0 : $event->{kind} eq 'post' ? $value - 1 : $event->{kind} eq 'sem-wait' ? $value + 1 : undef;
		return $count if $touch->{slot} == $slot;
	}
	return undef;
}

sub could_be {
	my ($self, $touch, $slot) = @_;
	my $what = $self->{steps}[$touch->{step}]{what};
	my @history = map { $self->{steps}[$_->{step}]{what} } grep { $_ && $_->{slot} < $slot } @{$self->{slot}{$touch->{object}}};
	if ($what->{kind} eq 'sem-wait' && !gave_up($what) && !grep { $_ eq 'try' } @{$what->{flags}}) {
		return permits_before($self, $touch->{object}, $slot) > 0;
	}
	return is_open($what, @history);
}

# Can the step come next when the threads stand so?  Everything it does must be as it was.
sub can_follow {
	my ($self, $step, $at, $filled) = @_;
	return 0 if !$step->{happened} || grep { $at->[$self->{steps}[$_]{thread}] <= $self->{steps}[$_]{place} } @{$step->{after}};
	for my $touch (@{$step->{touches}}) {
		return 0 if ($filled->{$touch->{object}} // 0) != ($touch->{writes} ? $touch->{slot} - 1 : $touch->{slot});
	}
	return 1;
}

sub is_called {
	my ($self, $step, $at) = @_;
	return !grep { $at->[$self->{steps}[$_]{thread}] <= $self->{steps}[$_]{place} } @{$step->{after}};
}

# The race sets, by going wherever the threads can stand with everything as it was, and looking who could do what there.  Only
# of steps with one touch.
sub race_sets_by_force {
	my ($self) = @_;
	my (%found, %seen);
	my @work = ([map { 0 } @{$self->{line}}]);
	while (my $at = pop @work) {
		next if $seen{"@$at"}++;
		my %filled;
		my @next;
		for my $thread (0 .. $#$at) {
			my $line = $self->{line}[$thread] or next;
			for my $step (map { $self->{steps}[$_] } @$line[0 .. $at->[$thread] - 1]) {
				$filled{$_->{object}}++ for grep { $_->{writes} } @{$step->{touches}};
			}
			push @next, $self->{steps}[$line->[$at->[$thread]]] if $at->[$thread] < @$line;
		}
		for my $step (grep { is_called($self, $_, $at) } @next) {
			look($self, $step->{touches}[0], \%filled, \%found) if @{$step->{touches}} == 1;
			next if !can_follow($self, $step, $at, \%filled);
			my @then = @$at;
			$then[$step->{thread}]++;
			push @work, \@then;
		}
	}
	return \%found;
}

# What is possible for a touch that comes next here, other than what it did.
sub look {
	my ($self, $touch, $filled, $found) = @_;
	my $done = $filled->{$touch->{object}} // 0;
	my $step = $self->{steps}[$touch->{step}];
	if (!$touch->{writes} && $step->{what}{kind} ne 'once-begin') {
		return if $done == $touch->{slot} || !$step->{happened};
		my $write = $done ? $self->{slot}{$touch->{object}}[$done]{number} : 'none';
		$found->{$touch->{number}}{$write} = 1;
		return;
	}
	my $holder = $self->{slot}{$touch->{object}}[$done + 1] or return;
	return if $holder->{number} == $touch->{number} || @{$self->{steps}[$holder->{step}]{touches}} != 1;
	return if $step->{what}{kind} eq 'once-begin' && !$touch->{writes} && $done > 0;
	$found->{$holder->{number}}{$touch->{number}} = 1 if could_be($self, $touch, $done + 1);
}

# What happened before each step, as sets, by following every reason there is; with READS, reads come before the next write.
sub pasts {
	my ($self, $reads) = @_;
	my @past;
	for my $step (grep { $_->{happened} } @{$self->{steps}}) {
		my @near = (grep { defined } $step->{previous}, @{$step->{after}});
		for my $touch (@{$step->{touches}}) {
			my $slots = $self->{slot}{$touch->{object}};
			my $before = $touch->{writes} ? $touch->{slot} - 1 : $touch->{slot};
			push @near, $slots->[$before]{step} if $before;
			# In an object out of several places a read may stand before a write that has nothing to do with it, and came first.
			push @near, map { $_->{step} } grep { $_->{object} == $touch->{object} && !$_->{writes} && $_->{slot} < $touch->{slot} &&
				$_->{step} < $step->{number} && $self->{steps}[$_->{step}]{happened} } @{$self->{touches}} if $reads && $touch->{writes};
		}
		$past[$step->{number}] = { $step->{number} => 1, map { %{$past[$_]} } @near };
	}
	return \@past;
}

sub timestamps_by_force {
	my ($self, $reads) = @_;
	my $past = pasts($self, $reads);
	my @stamps;
	for my $step (grep { $_->{happened} } @{$self->{steps}}) {
		my @stamp = map { 0 } @{$self->{trace}{threads}};
		$stamp[$self->{steps}[$_]{thread}]++ for keys %{$past->[$step->{number}]};
		$stamps[$step->{number}] = "@stamp";
	}
	return \@stamps;
}

# Is the first touch in the control-structure of the second, or of its rival?  Steps have one touch each.
sub controls {
	my ($self, $past, $first, $second) = @_;
	return knows($self, $past, $first, $second) if !$second->{writes};
	return $second->{slot} > 1 && $past->[$self->{slot}{$second->{object}}[$second->{slot} - 1]{step}]{$first->{step}};
}

sub knows {
	my ($self, $past, $first, $touch) = @_;
	my $step = $self->{steps}[$touch->{step}];
	return scalar grep { $past->[$_]{$first->{step}} } grep { defined } $step->{previous}, @{$step->{after}};
}

sub controls_rival {
	my ($self, $past, $first, $second, $rival) = @_;
	return knows($self, $past, $first, $self->{touches}[$rival]) if $second->{writes};
	return defined $rival && $past->[$self->{touches}[$rival]{step}]{$first->{step}};
}

# The three rules for a row, as they are written.
sub is_valid {
	my ($self, $past, $columns, @row) = @_;
	my @changed = grep { $row[$_] > 0 } 0 .. $#row;
	return 0 if !@changed;
	for my $i (0 .. $#row) {
		my $gone = grep { $_ != $i && controls($self, $past, $columns->[$_], $columns->[$i]) } @changed;
		return 0 if ($row[$i] == -1) != ($gone > 0);
		next if $row[$i] <= 0;
		my $rival = $columns->[$i]{rivals}[$row[$i] - 1];
		return 0 if grep { controls_rival($self, $past, $columns->[$_], $columns->[$i], $rival) } @changed;
	}
	return 1;
}

# Every row that obeys the rules, as text, of a trace that followed no variant; undef if there are too many to try, or steps
# with several touches.
sub rows_by_force {
	my ($self) = @_;
	my $columns = [map { $self->{touches}[$_] } @{$self->{columns}}];
	return undef if grep { @{$_->{touches}} > 1 } @{$self->{steps}};
	my $count = 1;
	$count *= 2 + @{$_->{rivals}} for @$columns;
	return undef if $count > MOST_ROWS;
	my $past = pasts($self, 0);
	my @rows = ([]);
	for my $column (@$columns) {
		@rows = map { my $row = $_; map { [@$row, $_] } -1 .. @{$column->{rivals}} } @rows;
	}
	return { map { ("@$_" => 1) } grep { is_valid($self, $past, $columns, @$_) } @rows };
}

# Which waiter a signal wakes is no variant, so it wakes the one that has waited longest.
# The classes that `--equivalence trace` finds: fingerprints, and what it says at the end.
sub classes_of {
	my (@command) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, '-q', '--keep-going', '--explain', 'off', '--fifo', '--equivalence', 'trace', '--classes', 'classes',
				       '--executions', 20000, '--time', 50, @command);
	my ($verdict, $count) = $out =~ /^(\w+): (\d+) classes/m;
	my %classes = -e "$room/classes" ? map { /^(\w+)/ ? ($1 => 1) : () } split /\n/, slurp("$room/classes") : ();
	return { verdict => $verdict // "none: $err", count => $count // 0, classes => \%classes };
}

# Prefix-based testing: one execution, then its variants, then theirs, without remembering anything.  {classes}: how often each
# came up; {partial}: executions that only repeated others from somewhere on; {kinds}: how they ended; {faults}: what went wrong.
sub reach {
	my ($most, $run, @command) = @_;
	my $room = File::Temp->newdir;
	my %self = (classes => {}, executions => 0, partial => 0, kinds => {}, faults => []);
	my ($status, $out, $err) = run($room, $treadle, 'run', '--fifo', @$run, '-o', '0.trd', @command);
	return { %self, faults => ["run: $status $err"] } if $status > 1;
	my ($made, @work) = (0, '0.trd');
	while (my $file = pop @work) {
		my ($status, $out, $err) = run($room, $treadle, 'show', '--json', '--variants', $file);
		return { %self, faults => ["show: $status $err"] } if $status;
		my $trace = decode_json($out);
		return { %self, faults => ["more than $most executions"] } if ++$self{executions} > $most;
		$self{kinds}{$trace->{kind}}++;
		defined $trace->{repeats_from} ? $self{partial}++ : $self{classes}{$trace->{class}}++;
		for my $variant (map { $_->{number} } @{$trace->{variants}}) {
			my $new = ++$made . '.trd';
			my ($status, $out, $err) = run($room, $treadle, 'replay', '--variant', $variant, '--output-trace', $new, $file);
			$status > 1 ? push @{$self{faults}}, "replay --variant $variant: $status $err" : push @work, $new;
		}
		unlink "$room/$file";
	}
	return \%self;
}

1;
