# treadle drive --json as seen by a program, and a model of the random programs of Places.pm: where each thread stands, and who can run.
package Drives;
use strict;
use warnings;
use Exporter 'import';
use IPC::Open2;
use JSON::PP qw(decode_json encode_json);
use Loom;
our @EXPORT = qw(drive_open ask drive_close model_begin model_step model_state);

# In a directory; the first state comes with it.
sub drive_open {
	my ($room, @command) = @_;
	my $pid = open2(my $out, my $in, 'sh', '-c', 'cd "$0" && exec "$@" 2>stderr', $room, $treadle, 'drive', '--json', @command);
	my $self = { pid => $pid, in => $in, out => $out };
	return ($self, answer($self));
}

sub answer {
	my ($self) = @_;
	my $line = readline $self->{out};
	return defined $line ? decode_json($line) : undef;
}

# A command as a structure, or a line as it is.
sub ask {
	my ($self, $command) = @_;
	local $SIG{PIPE} = 'IGNORE';
	syswrite $self->{in}, (ref $command ? encode_json($command) : $command) . "\n";
	return answer($self);
}

# The exit status.
sub drive_close {
	my ($self) = @_;
	close $self->{in};
	waitpid $self->{pid}, 0;
	return $? >> 8;
}

# Thread 0 is main, which has created the others and joins one after the other.  `at` of the others: -1 before the beginning, then the number
# of the next operation, or of how many there are before the end, and one more when it has ended.
sub model_begin {
	my ($program) = @_;
	my @bodies = @{$program->{bodies}};
	return { bodies => \@bodies, at => [map { -1 } @bodies], joined => 0, values => [0, 0], owners => [-1, -1] };
}

sub next_op { my ($self, $i) = @_; return $self->{at}[$i] >= 0 ? $self->{bodies}[$i][$self->{at}[$i]] : undef }
sub is_done { my ($self, $i) = @_; return $self->{at}[$i] > @{$self->{bodies}[$i]} }

sub waits_for {
	my ($self, $i) = @_;
	my $op = next_op($self, $i);
	return $op && $op->{op} eq 'L' && $self->{owners}[$op->{on}] >= 0 ? $self->{owners}[$op->{on}] : undef;
}

# Threads that wait for each other.
sub is_deadlocked {
	my ($self) = @_;
	for my $i (0 .. $#{$self->{bodies}}) {
		my ($holder, $steps) = (waits_for($self, $i), 0);
		$holder = waits_for($self, $holder) while defined $holder && $holder != $i && $steps++ < 9;
		return 1 if defined $holder && $holder == $i;
	}
	return 0;
}

# { ended } or, of each thread, whether it can run and the line of what it would do next (undef: it is no line of the body).
sub model_state {
	my ($self) = @_;
	return { ended => 'passed' } if $self->{joined} == @{$self->{bodies}};
	return { ended => 'deadlock' } if is_deadlocked($self);
	my @threads = ({ can_run => is_done($self, $self->{joined}) ? 1 : 0 });
	for my $i (0 .. $#{$self->{bodies}}) {
		my $op = next_op($self, $i);
		push @threads, { can_run => is_done($self, $i) || defined waits_for($self, $i) ? 0 : 1, line => $op ? $op->{line} : undef };
	}
	return { threads => \@threads };
}

sub model_step {
	my ($self, $thread) = @_;
	return $self->{joined}++ if !$thread;
	my $i = $thread - 1;
	my $op = next_op($self, $i);
	$self->{at}[$i]++;
	return if !$op;
	$self->{values}[$op->{on}] = $op->{value} if $op->{op} eq 'W';
	$self->{owners}[$op->{on}] = $i if $op->{op} eq 'L';
	$self->{owners}[$op->{on}] = -1 if $op->{op} eq 'U';
	$self->{at}[$i]++ if $op->{op} eq 'I' && $self->{values}[$op->{on}] != $op->{value};
}

1;
