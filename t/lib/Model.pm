# What a random program (t/generate) can do, worked out from its listing alone: no threads, no Treadle, only what the
# operations mean.  Where brute force and a mode of Treadle agree on something wrong, this does not.
#
# An outcome is, for every thread, which operations it performed and what it knew after each, and the memory at the end; in a
# deadlock there is no end.
package Model;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(outcomes_of_listing outcomes_in_log);

use constant THREADS => 5;
use constant MOST => 30000; # states of a program; a larger one is not worked out

# The listing as [thread][number] = [word, numbers...].
sub parse {
	my ($listing) = @_;
	my ($thread, %program) = (0);
	($program{semaphores}, $program{barrier}) = ([$1, $2], $3) if $listing =~ /start at (\d+) and (\d+), (\d+) meet/;
	for (split /\n/, $listing) {
		$thread = 0 if /^main/;
		$thread = $1 if /^thread (\d+)/;
		$program{like}[$thread] = $1 if /^thread \d+ like (\d+)/;
		my ($at, $word, $rest) = /^ +(\d+) +([a-z-]+)(.*)/ or next;
		$program{ops}[$thread][$at] = [$word, $rest =~ /(\d+)/g];
		$program{end}[$thread] = $at + 1;
	}
	return \%program;
}

sub start {
	my ($program) = @_;
	my $threads = THREADS;
	return { time => -1, at => [(0) x $threads], last => [(0) x $threads], is => ['runs', ('absent') x ($threads - 1)],
		 did => [('') x $threads], cells => "\0" x 16, mutex => [-1, -1], tokens => [0, 0], writer => [-1, -1],
		 readers => [0, 0], semaphores => [@{$program->{semaphores}}], once => [0] };
}

sub copy {
	my ($state) = @_;
	return { map { $_ => ref $state->{$_} ? [@{$state->{$_}}] : $state->{$_} } keys %$state };
}

sub key {
	my ($state) = @_;
	return join '|', map { ref $state->{$_} ? join(',', @{$state->{$_}}) : $state->{$_} } sort keys %$state;
}

# The operation of a thread is over; it goes on behind it, or elsewhere.
sub done {
	my ($state, $thread, $last, $next) = @_;
	$state->{last}[$thread] = $last if defined $last;
	$state->{did}[$thread] .= " $state->{at}[$thread]=$state->{last}[$thread]";
	$state->{at}[$thread] = $next // $state->{at}[$thread] + 1;
	$state->{is}[$thread] = 'runs';
	return 1;
}

# Does all that concerns no other thread, or can only help one.
sub settle {
	my ($program, $state) = @_;
	my $changed;
	do {
		$changed = 0;
		for my $thread (grep { $state->{is}[$_] eq 'runs' } 0 .. $#{$state->{is}}) {
			$changed |= settle_thread($program, $state, $thread);
		}
	} while ($changed);
	return $state;
}

sub settle_thread {
	my ($program, $state, $thread) = @_;
	my $at = $state->{at}[$thread];
	if ($at >= ($program->{end}[$thread] // 0)) {
		$state->{is}[$thread] = 'over';
		return 1;
	}
	my $op = $program->{ops}[$thread][$at];
	if (!$op) {
		$state->{at}[$thread]++;
		return 1;
	}
	my ($word, $object) = @$op;
	if ($word eq 'skip-if-odd') {
		return done($state, $thread, undef, $state->{last}[$thread] % 2 ? $object : undef);
	} elsif ($word eq 'create') {
		$state->{is}[$object] = 'runs';
		return done($state, $thread);
	} elsif ($word eq 'join') {
		return $state->{is}[$object] =~ /over|absent/ ? done($state, $thread) : 0;
	}
	return 0;
}

my %format = (1 => 'c', 2 => 's<', 4 => 'l<', 8 => 'q<');

sub get {
	my ($state, $where, $size) = @_;
	my $value = unpack $format{$size}, substr($state->{cells}, $where, $size);
	return $size == 8 ? unpack('l<', pack('q<', $value)) : $value;
}

sub put {
	my ($state, $where, $size, $value) = @_;
	no warnings 'pack';
	substr($state->{cells}, $where, $size) = substr(pack('q<', $value), 0, $size);
}

sub move {
	my ($state, $where, $size, $from) = @_;
	substr($state->{cells}, $where, $size) = substr($state->{cells}, $from, $size);
}

sub compare_exchange {
	my ($state, $where, $size, $expected, $value) = @_;
	return 0 if get($state, $where, $size) != $expected;
	put($state, $where, $size, $value);
	return 1;
}

sub add_to {
	my ($state, $where, $size, $value) = @_;
	my $old = get($state, $where, $size);
	put($state, $where, $size, $old + $value);
	return $old;
}

sub exchange {
	my ($state, $where, $size, $value) = @_;
	my $old = get($state, $where, $size);
	put($state, $where, $size, $value);
	return $old;
}

sub try_wait {
	my ($state, $which) = @_;
	return 0 if $state->{semaphores}[$which] == 0;
	$state->{semaphores}[$which]--;
	return 1;
}

sub rw_is_free {
	my ($state, $which, $for_writing) = @_;
	return $state->{writer}[$which] < 0 && (!$for_writing || $state->{readers}[$which] == 0);
}

sub rw_take {
	my ($state, $thread, $which, $for_writing) = @_;
	$for_writing ? ($state->{writer}[$which] = $thread) : $state->{readers}[$which]++;
}

sub rw_leave {
	my ($state, $which) = @_;
	$state->{writer}[$which] >= 0 ? ($state->{writer}[$which] = -1) : $state->{readers}[$which]--;
}

# The mutex is the thread's: it takes a token, or waits for one.
sub until_token {
	my ($state, $thread, $which) = @_;
	return wait_for_signal($state, $thread, $which) if $state->{tokens}[$which] == 0;
	$state->{tokens}[$which]--;
	return done($state, $thread);
}

sub wait_for_signal {
	my ($state, $thread, $which) = @_;
	$state->{mutex}[$which] = -1;
	$state->{is}[$thread] = "waits$which";
}

sub waiters {
	my ($state, $which) = @_;
	return grep { $state->{is}[$_] eq "waits$which" } 0 .. $#{$state->{is}};
}

# A signal wakes any of those that wait: a state for each.
sub signal {
	my ($state, $thread, $which) = @_;
	done($state, $thread);
	my @waiters = waiters($state, $which) or return $state;
	return map { my $next = copy($state); $next->{is}[$_] = 'woken'; $next } @waiters;
}

sub meet {
	my ($program, $state, $thread) = @_;
	$state->{is}[$thread] = 'meets';
	my @there = grep { $state->{is}[$_] eq 'meets' } 0 .. $#{$state->{is}};
	return if @there < $program->{barrier};
	done($state, $_) for @there;
}

# The first one has two steps: to begin, and to do it.
sub once {
	my ($state, $thread, $value) = @_;
	if ($state->{once}[0] eq '0') {
		$state->{once}[0] = "by$thread";
		return;
	}
	put($state, 0, 4, $value) if $state->{once}[0] eq "by$thread";
	$state->{once}[0] = 'over';
	done($state, $thread);
}

# Operations that change the state as they are performed, and go on: what each returns is what the thread then knows.
my %simple = (
	'read' => sub { my ($state, $thread, @n) = @_; get($state, @n) },
	'write' => sub { my ($state, $thread, @n) = @_; put($state, @n); undef },
	'write-sum' => sub { my ($state, $thread, @n) = @_; put($state, @n[0, 1], $state->{last}[$thread] + $n[2]); undef },
	'fill' => sub { my ($state, $thread, @n) = @_; substr($state->{cells}, $n[0], $n[1]) = chr($n[2]) x $n[1]; undef },
	'move' => sub { my ($state, $thread, @n) = @_; move($state, @n[0, 1, 2]); undef },
	'atomic-load' => sub { my ($state, $thread, @n) = @_; get($state, @n) },
	'atomic-store' => sub { my ($state, $thread, @n) = @_; put($state, @n); undef },
	'fetch-add' => sub { my ($state, $thread, @n) = @_; add_to($state, @n) },
	'add' => sub { my ($state, $thread, @n) = @_; add_to($state, @n); undef },
	'exchange' => sub { my ($state, $thread, @n) = @_; exchange($state, @n) },
	'compare-exchange' => sub { my ($state, $thread, @n) = @_; compare_exchange($state, @n) },
	'unlock' => sub { my ($state, $thread, $which) = @_; $state->{mutex}[$which] = -1; undef },
	'lock' => sub { my ($state, $thread, $which) = @_; $state->{mutex}[$which] = $thread; undef },
	'post' => sub { my ($state, $thread, $which) = @_; $state->{semaphores}[$which]++; undef },
	'wait' => sub { my ($state, $thread, $which) = @_; $state->{semaphores}[$which]--; undef },
	'timed-wait' => sub { my ($state, $thread, $which) = @_; try_wait($state, $which) },
	'try-wait' => sub { my ($state, $thread, $which) = @_; try_wait($state, $which) },
	'get-value' => sub { my ($state, $thread, $which) = @_; $state->{semaphores}[$which] },
	'cond-token' => sub { my ($state, $thread, $which) = @_; $state->{tokens}[$which]++; undef },
	'read-lock' => sub { my ($state, $thread, $which) = @_; rw_take($state, $thread, $which, 0); undef },
	'write-lock' => sub { my ($state, $thread, $which) = @_; rw_take($state, $thread, $which, 1); undef },
	'rw-unlock' => sub { my ($state, $thread, $which) = @_; rw_leave($state, $which); undef },
	'cond-broadcast' => sub { my ($state, $thread, $which) = @_; $state->{is}[$_] = 'woken' for waiters($state, $which); undef },
);

# Those that block until they can be performed.
my %can = (
	'lock' => sub { my ($state, $thread, $which) = @_; $state->{mutex}[$which] < 0 },
	'wait' => sub { my ($state, $thread, $which) = @_; $state->{semaphores}[$which] > 0 },
	'read-lock' => sub { my ($state, $thread, $which) = @_; rw_is_free($state, $which, 0) },
	'write-lock' => sub { my ($state, $thread, $which) = @_; rw_is_free($state, $which, 1) },
	'join' => sub { 0 },
	'once' => sub { my ($state, $thread) = @_; $state->{once}[0] =~ /^(0|over|by$thread)$/ },
);

# A block that is entered only if that is possible at once, and where to go on if not.  One that waits for a time and can give up
# at any moment comes to the same.
my %try = ('try-lock' => 'lock', 'timed-lock' => 'lock', 'try-read-lock' => 'read-lock', 'try-write-lock' => 'write-lock');

sub try_block {
	my ($state, $thread, $word, $which, $otherwise) = @_;
	return done($state, $thread, 0, $otherwise) if !$can{$word}->($state, $thread, $which);
	$simple{$word}->($state, $thread, $which);
	return done($state, $thread, 1);
}

# A patient thread waits until the limit of its wait is past, which is the number of the object; and time passes only when nobody can
# go on.
my %timed = ('timed-lock' => 'lock', 'timed-wait' => 'wait');

sub waits_patiently {
	my ($program, $state, $thread) = @_;
	my ($word, @numbers) = @{$program->{ops}[$thread][$state->{at}[$thread]] // ['']};
	my $is = $state->{is}[$thread];
	return if !$program->{patient} || $is !~ /runs|waits/ || ($numbers[0] // 0) <= $state->{time};
	return $word eq 'cond-timed-wait' && $is =~ /^waits/ || $timed{$word} && !$can{$timed{$word}}->($state, $thread, @numbers);
}

sub let_time_pass {
	my ($program, $before) = @_;
	my ($first) = sort { $a <=> $b } map { $program->{ops}[$_][$before->{at}[$_]][1] }
		grep { waits_patiently($program, $before, $_) } 0 .. $#{$before->{is}};
	return if !defined $first;
	my $state = copy($before);
	$state->{time} = $first;
	return $state;
}

# The states to which a thread can lead; none if it cannot go on.  One that {fails} is the end of an execution that does not
# count, or whose end is a finding.
sub step {
	my ($program, $before, $thread) = @_;
	return if $before->{is}[$thread] !~ /runs|waits|woken|late/ || waits_patiently($program, $before, $thread);
	my ($word, @numbers) = @{$program->{ops}[$thread][$before->{at}[$thread]]};
	my $is = $before->{is}[$thread];
	my $state = copy($before);
	if ($is =~ /^waits/) {
		return if $word ne 'cond-timed-wait';
		$state->{is}[$thread] = 'late';
	} elsif ($is =~ /woken|late/) {
		return if $state->{mutex}[$numbers[0]] >= 0;
		$state->{mutex}[$numbers[0]] = $thread;
		$word eq 'cond-until' ? until_token($state, $thread, $numbers[0])
			: done($state, $thread, $word eq 'cond-wait' ? undef : $is eq 'woken' ? 1 : 0);
	} elsif ($can{$word} && !$can{$word}->($state, $thread, @numbers)) {
		return;
	} elsif ($simple{$word}) {
		done($state, $thread, $simple{$word}->($state, $thread, @numbers));
	} elsif ($try{$word}) {
		try_block($state, $thread, $try{$word}, @numbers);
	} elsif ($word eq 'cond-until') {
		until_token($state, $thread, @numbers);
	} elsif ($word =~ /^cond-(timed-)?wait$/) {
		wait_for_signal($state, $thread, @numbers);
	} elsif ($word eq 'cond-signal') {
		return signal($state, $thread, @numbers);
	} elsif ($word eq 'meet') {
		meet($program, $state, $thread);
	} elsif ($word eq 'once') {
		once($state, $thread, $numbers[-1]);
	} elsif ($word eq 'choose') {
		return map { my $next = copy($state); done($next, $thread, $_); $next } 0 .. $numbers[0] - 1;
	} elsif ($word =~ /assume|check/) {
		return { fails => 1 } if $state->{last}[$thread] == $numbers[0];
		done($state, $thread);
	} else {
		die "the model does not know $word";
	}
	return $state;
}

# Threads that are alike can be exchanged.
sub outcome {
	my ($program, $did, $end) = @_;
	my @did = map { $did->[$_] // '' } 0 .. THREADS - 1;
	my @alike = grep { defined $program->{like}[$_] } 0 .. THREADS - 1;
	unshift @alike, $program->{like}[$alike[0]] if @alike;
	if (!$end) { # which of them has been joined when others cannot be is a matter of their names
		my @joins = grep { $program->{ops}[0][$_] && $program->{ops}[0][$_][0] eq 'join' } 0 .. $#{$program->{ops}[0]};
		$did[0] =~ s/ $_=-?\d+// for @alike ? @joins : ();
	}
	@did[@alike] = sort @did[@alike];
	return join ';', (map { "$_:$did[$_]" } 0 .. THREADS - 1), $end;
}

# The thread that a line of the log is of: the first of those that do what this one does and are not somebody else in this
# execution.  A thread never goes back, so one that does is another one, which has got the place of one that has ended.
sub who {
	my ($program, $known, $number, $at, $tag) = @_;
	return $number if !grep { defined && $_ == $number } @{$program->{like}};
	my $last = $known->{$tag};
	$known->{$tag} = $last = { thread => $number + $known->{count}++ } if !$last || $at <= $last->{at};
	$last->{at} = $at;
	return $last->{thread};
}

# The outcomes of a program, in {ended} and {stuck}; undef if there are too many states.  Patient: see waits_patiently.
sub outcomes_of_listing {
	my ($listing, $is_patient) = @_;
	my $program = parse($listing);
	$program->{patient} = $is_patient;
	my %self = (ended => {}, stuck => {});
	my @open = settle($program, start($program));
	my %seen;
	while (my $state = pop @open) {
		next if $seen{key($state)}++;
		return undef if keys %seen > MOST;
		my @next = map { step($program, $state, $_) } 0 .. $#{$state->{is}};
		push @open, map { settle($program, $_) } grep { !$_->{fails} } @next;
		next if @next;
		if (my $later = let_time_pass($program, $state)) {
			push @open, $later;
			next;
		}
		my $is_over = $state->{is}[0] eq 'over';
		my $end = $is_over ? join(' ', unpack 'c*', $state->{cells}) : '';
		$self{$is_over ? 'ended' : 'stuck'}{outcome($program, $state->{did}, $end)} = 1;
	}
	return \%self;
}

# The outcomes in a log of executions of a program.  In {stuck} are also executions that Treadle did not finish.
sub outcomes_in_log {
	my ($log, $listing) = @_;
	my $program = parse($listing);
	my %self = (ended => {}, stuck => {});
	my @executions = split /^start\n/m, $log, -1;
	shift @executions;
	for (@executions) {
		my (@did, %known);
		$known{count} = 0;
		$did[who($program, \%known, $1, $2, $4)] .= " $2=$3" while /^(\d+) (\d+) (-?\d+) (\S+)$/mg;
		my $end = /^end (.*)/m ? $1 : '';
		$self{$end ? 'ended' : 'stuck'}{outcome($program, \@did, $end)} = 1;
	}
	return \%self;
}

1;
