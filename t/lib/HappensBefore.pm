# Data races of a trace, found the long way: which event happened before which, from the rules of C11 and POSIX and the trace's JSON
# alone, and then every pair of accesses.
#
# For each event the set of all events that happened before it is kept, as a string of bits; nothing is forgotten on the way, and
# nothing is summed up.
package HappensBefore;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(pasts_of races_in is_race stand_ins lines_of);

sub is_access { $_[0]{kind} =~ /^(read|write|update)$/ }
sub is_atomic { grep { $_ eq 'atomic' } @{$_[0]{flags}} }
sub gave_up { grep { /^(failed|timeout)$/ } @{$_[0]{flags}} }
sub acquires { $_[0] =~ /^(consume|acquire|acq_rel|seq_cst)$/ }
sub releases { $_[0] =~ /^(release|acq_rel|seq_cst)$/ }

# The events before which `$event` comes directly: its thread's last one, and those that it synchronises with.
sub direct_of {
	my ($self, $i, $event) = @_;
	my ($kind, $thread, $address) = @$event{qw(kind thread address)};
	my @before = defined $self->{last}[$thread] ? ($self->{last}[$thread]) : ();
	my $released = $self->{released}{$address // ''} //= {};
	push @before, $self->{created}{$thread} if $kind eq 'begin' && defined $self->{created}{$thread};
	return @before if gave_up($event) && !is_access($event);
	push @before, $self->{exited}{$event->{object}} if $kind eq 'join' && defined $self->{exited}{$event->{object}};
	push @before, @{$released->{lock} || []} if $kind =~ /^(lock|read-lock|write-lock|once-begin|sem-wait)$/;
	push @before, @{$released->{readers} || []} if $kind eq 'write-lock';
	push @before, @{$self->{released}{$self->{by_name}{$event->{other}}}{lock} || []} if $kind eq 'wake' && defined $event->{other};
	push @before, $self->{woken}{$thread} if $kind eq 'wake' && defined $self->{woken}{$thread};
	push @before, atomic_before($self, $event) if is_access($event) && is_atomic($event);
	push @before, @{$self->{unfenced}[$thread] || []} if $kind eq 'fence' && acquires($event->{order});
	return @before;
}

# What the last write to an atomic makes known to an atomic that reads it: the heads of the release sequences it is in.
sub atomic_before {
	my ($self, $event) = @_;
	return () if $event->{kind} eq 'write';
	my @heads = map { $_->{event} } @{$self->{heads}{$event->{address}} || []};
	return @heads if acquires($event->{order});
	push @{$self->{unfenced}[$event->{thread}]}, @heads;
	return ();
}

# A write heads a release sequence if it releases, and one for the last release fence before it; it goes on with those of its own
# thread, and, if it is an update, with all others.
sub note_write {
	my ($self, $i, $event) = @_;
	my $thread = $event->{thread};
	my @heads = grep { $event->{kind} eq 'update' || $_->{thread} == $thread } @{$self->{heads}{$event->{address}} || []};
	push @heads, { event => $i, thread => $thread } if releases($event->{order});
	push @heads, { event => $self->{fence}[$thread], thread => $thread } if defined $self->{fence}[$thread];
	$self->{heads}{$event->{address}} = \@heads;
}

# What comes of the event for later ones.
sub note {
	my ($self, $i, $event) = @_;
	my ($kind, $thread, $address) = @$event{qw(kind thread address)};
	my $released = $self->{released}{$address // ''} //= {};
	$self->{last}[$thread] = $i;
	$self->{exited}{$self->{label}[$thread]} = $i if $kind eq 'exit';
	$self->{created}{$self->{number}{$event->{object}}} = $i if $kind eq 'create';
	return if gave_up($event);
	$self->{by_name}{$event->{object}} = $address if $kind eq 'lock';
	$released->{writing} = 1 if $kind eq 'write-lock';
	push @{$released->{lock}}, $i if $kind =~ /^(unlock|once-end|post)$/;
	if ($kind eq 'rw-unlock') {
		push @{$released->{$released->{writing} ? 'lock' : 'readers'}}, $i;
		$released->{writing} = 0;
	}
	if ($kind eq 'wait') {
		push @{$self->{released}{$self->{by_name}{$event->{other}}}{lock}}, $i if defined $event->{other};
		$self->{waiting}{$address}{$thread} = 1;
	}
	if ($kind eq 'broadcast' || $kind eq 'signal') {
		my @woken = $kind eq 'broadcast' ? keys %{$self->{waiting}{$address} || {}}
			: $event->{text} =~ /wakes (\S+)/ ? $self->{number}{$1} : ();
		$self->{woken}{$_} = $i, delete $self->{waiting}{$address}{$_} for @woken;
	}
	delete $self->{waiting}{$address}{$thread} if $kind eq 'wake';
	note_write($self, $i, $event) if $kind =~ /^(write|update)$/ && is_atomic($event);
	$self->{fence}[$thread] = $i if $kind eq 'fence' && releases($event->{order});
}

# For each event the bits of those that happened before it.
sub pasts_of {
	my ($trace) = @_;
	my (%self, @pasts);
	$self{label} = [map { $_->{label} } @{$trace->{threads}}];
	$self{number} = { map { ($_->{label} => $_->{number}) } @{$trace->{threads}} };
	my $i = 0;
	for my $event (@{$trace->{events}}) {
		my $past = '';
		for (direct_of(\%self, $i, $event)) {
			$past |= $pasts[$_];
			vec($past, $_, 1) = 1;
		}
		push @pasts, $past;
		note(\%self, $i++, $event);
	}
	return \@pasts;
}

sub overlap {
	my ($one, $other) = @_;
	no warnings 'portable'; # 64 bits are enough
	my ($a, $b) = map { $_->{at} //= hex $_->{address} } $one, $other;
	return $a < $b + $other->{size} && $b < $a + $one->{size};
}

# Do events number $i < $j race, by what happened before $j?
sub is_race {
	my ($trace, $pasts, $i, $j) = @_;
	my ($one, $other) = @{$trace->{events}}[$i, $j];
	return is_access($one) && is_access($other) && $one->{thread} != $other->{thread} &&
		($one->{kind} ne 'read' || $other->{kind} ne 'read') && overlap($one, $other) && !(is_atomic($one) && is_atomic($other)) && !vec($pasts->[$j], $i, 1);
}

# The lines of two events, the smaller one first.
sub lines_of {
	my ($trace, @events) = @_;
	return join '-', sort { $a <=> $b } map { $trace->{sites}[$trace->{events}[$_]{site}]{line} } @events;
}

# All of them, as pairs of events.
sub races_in {
	my ($trace, $pasts) = @_;
	my @found;
	for my $j (0 .. $#$pasts) {
		push @found, map { [$_, $j] } grep { is_race($trace, $pasts, $_, $j) } 0 .. $j - 1;
	}
	return @found;
}

# Later accesses that race with $j as $i does, happen after $i, and conflict with all that it conflicts with: who takes care of such a
# race would see the other next.
sub stand_ins {
	my ($trace, $pasts, $i, $j) = @_;
	my $one = $trace->{events}[$i];
	return grep {
		my $other = $trace->{events}[$_];
		vec($pasts->[$_], $i, 1) && is_race($trace, $pasts, $_, $j) && overlap($one, $other) &&
			($other->{kind} ne 'read' || $one->{kind} eq 'read') && (!is_atomic($other) || is_atomic($one))
	} $i + 1 .. $j - 1;
}

1;
