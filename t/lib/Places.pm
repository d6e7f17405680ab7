# Random programs whose every line is one operation, and all their interleavings: which sequences of lines can be come to in
# their order?
package Places;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(draw_program c_text draw_sequence can_come words_of all_sources draw_picks can_have what_goes_wrong);

sub pick { return $_[int rand @_] }

# An operation: { op => 'R'|'W'|'L'|'U'|'I'|'A', on => variable or lock, value, line => number }.
# Bodies of functions; threads that run them.
sub draw_body {
	my ($room) = @_;
	my (@ops, @held);
	while (@ops < $room) {
		my $roll = rand;
		if ($roll < 0.2 && @held < 2) {
			my ($lock) = grep { my $l = $_; !grep { $_ == $l } @held } (rand() < 0.5 ? (0, 1) : (1, 0));
			push @held, $lock;
			push @ops, { op => 'L', on => $lock };
		} elsif ($roll < 0.4 && @held) {
			push @ops, { op => 'U', on => pop @held };
		} elsif ($roll < 0.6) {
			push @ops, { op => 'R', on => int rand 2 };
		} elsif ($roll < 0.63 && !@held) {
			push @ops, { op => 'A', on => int rand 2, value => int rand 3 };
		} elsif ($roll < 0.75) {
			push @ops, { op => 'I', on => int rand 2, value => int rand 3 };
			push @ops, { op => rand() < 0.5 ? 'R' : 'W', on => int rand 2, value => 1 + int rand 2, is_guarded => 1 };
		} else {
			push @ops, { op => 'W', on => int rand 2, value => 1 + int rand 2 };
		}
	}
	push @ops, { op => 'U', on => pop @held } while @held;
	return \@ops;
}

sub draw_program {
	my ($seed) = @_;
	srand $seed;
	my $threads = 2 + (rand() < 0.3);
	my @bodies = map { draw_body($threads == 2 ? 4 : 2) } 1 .. $threads;
	$bodies[1] = $bodies[0] if rand() < 0.25; # two threads run one function
	return { seed => $seed, bodies => \@bodies };
}

# C, with a line for each operation; several programs in one file, chosen by the argument.
sub c_text {
	my (@programs) = @_;
	my @lines = ('#include <pthread.h>', '#include <stdlib.h>', 'static int v0, v1;',
		     'static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;');
	my (%names, @cases);
	for my $program (@programs) {
		my @threads;
		for my $body (@{$program->{bodies}}) {
			if (!$names{$body}) {
				$names{$body} = 'body' . scalar keys %names;
				push @lines, "static void *$names{$body}(void *arg)", '{', "\tint r = 0;";
				for my $op (@$body) {
					my $text = $op->{op} eq 'R' ? "r += v$op->{on};" : $op->{op} eq 'W' ? "v$op->{on} = $op->{value};" :
						$op->{op} eq 'L' ? "pthread_mutex_lock(&m$op->{on});" : $op->{op} eq 'U' ? "pthread_mutex_unlock(&m$op->{on});" :
						"if (v$op->{on} == $op->{value})" . ($op->{op} eq 'A' ? ' abort();' : '');
					push @lines, ($op->{is_guarded} ? "\t\t" : "\t") . $text;
					$op->{line} = @lines;
				}
				push @lines, "\treturn (void *)(long)r;", '}';
			}
			push @threads, $names{$body};
		}
		push @cases, "\tif (seed == $program->{seed})", "\t\trun((void *(*[])(void *)){" . join(', ', @threads) . "}, " . @threads . ");";
	}
	push @lines, 'static void run(void *(*bodies[])(void *), int count)', '{', "\tpthread_t threads[3];", "\tvoid *r;",
		"\tfor (int i = 0; i < count; i++)", "\t\tpthread_create(&threads[i], NULL, bodies[i], NULL);",
		"\tfor (int i = 0; i < count; i++)", "\t\tpthread_join(threads[i], &r);", '}',
		'int main(int argc, char **argv)', '{', "\tint seed = argc > 1 ? atoi(argv[1]) : 0;", @cases, "\treturn 0;", '}';
	return join("\n", @lines) . "\n";
}

# Waypoints: { line, thread (from 1) or undef, other }.
sub draw_sequence {
	my ($program) = @_;
	my @sequence;
	my $count = 2 + int rand 3;
	while (@sequence < $count) {
		my $thread = int rand @{$program->{bodies}};
		my $op = pick(@{$program->{bodies}[$thread]});
		my $kind = rand;
		push @sequence, { line => $op->{line}, thread => $kind < 0.3 ? $thread + 1 : undef, other => @sequence && $kind > 0.8 };
	}
	return \@sequence;
}

sub words_of {
	my ($file, @sequence) = @_;
	return join ',', map { ($_->{other} ? 'other@' : defined $_->{thread} ? "T$_->{thread}\@" : '') . "$file:$_->{line}" } @sequence;
}

sub fits {
	my ($waypoint, $thread, $line, $before) = @_;
	return $waypoint->{line} == $line && (!defined $waypoint->{thread} || $waypoint->{thread} == $thread + 1) &&
		!($waypoint->{other} && $before == $thread);
}

# What has been come to, as a set "level/last thread".
sub advance {
	my ($seen, $sequence, $thread, $line) = @_;
	my %next = %$seen;
	for my $key (keys %$seen) {
		my ($level, $before) = split m{/}, $key;
		$next{($level + 1) . "/$thread"} = 1 if $level < @$sequence && fits($sequence->[$level], $thread, $line, $before);
	}
	return \%next;
}

sub is_there {
	my ($seen, $sequence) = @_;
	my $all = @$sequence;
	return scalar grep { m{^$all/} } keys %$seen;
}

# In a deadlock what threads wait for counts, each once, in any order.
sub with_waits {
	my ($seen, $sequence, @waits) = @_;
	return 1 if is_there($seen, $sequence);
	for my $i (0 .. $#waits) {
		my ($thread, $line) = @{$waits[$i]};
		my @rest = @waits[grep { $_ != $i } 0 .. $#waits];
		my %only;
		for my $key (keys %$seen) {
			my ($level, $before) = split m{/}, $key;
			$only{($level + 1) . "/$thread"} = 1 if $level < @$sequence && fits($sequence->[$level], $thread, $line, $before);
		}
		return 1 if %only && with_waits(\%only, $sequence, @rest);
	}
	return 0;
}

# What a thread's operation leads to: where each stands, values, and who has the locks.
sub after {
	my ($program, $op, $thread, $at, $values, $owners) = @_;
	my @next = @$at;
	my @then = @$values;
	my @locks = @$owners;
	$next[$thread]++;
	$then[$op->{on}] = $op->{value} if $op->{op} eq 'W';
	$locks[$op->{on}] = $thread if $op->{op} eq 'L';
	$locks[$op->{on}] = -1 if $op->{op} eq 'U';
	$next[$thread]++ if $op->{op} eq 'I' && $values->[$op->{on}] != $op->{value};
	$next[$thread] = @{$program->{bodies}[$thread]} if $op->{op} eq 'A' && $values->[$op->{on}] == $op->{value}; # the others may be before it
	return (\@next, \@then, \@locks);
}

sub pair { return join ' ', sort { $a <=> $b } @_ }

# Two threads stand before accesses of one variable of which one writes, or each waits for what the other has.
sub look_at_pair {
	my ($wrong, $owners, $one, $first, $other, $second) = @_;
	my $are_accesses = !grep { $_->{op} !~ /[RWIA]/ } $first, $second;
	my $are_locks = !grep { $_->{op} ne 'L' } $first, $second;
	$wrong->{race}{pair($first->{line}, $second->{line})} = 1
		if $are_accesses && $first->{on} == $second->{on} && ($first->{op} eq 'W' || $second->{op} eq 'W');
	$wrong->{cycle}{pair($first->{line}, $second->{line})} = 1
		if $are_locks && $owners->[$first->{on}] == $other && $owners->[$second->{on}] == $one;
}

# The pairs of lines of all data races and lock cycles, in all interleavings.
sub what_goes_wrong {
	my ($program) = @_;
	my @bodies = @{$program->{bodies}};
	my (%known, %wrong);
	my @left = ([[map { 0 } @bodies], [0, 0], [-1, -1]]);
	while (my $state = pop @left) {
		my ($at, $values, $owners) = @$state;
		next if $known{join '|', "@$at", "@$values", "@$owners"}++;
		my @ops = map { $bodies[$_][$at->[$_]] } 0 .. $#bodies;
		for my $one (grep { $ops[$_] } 0 .. $#bodies) {
			look_at_pair(\%wrong, $owners, $one, $ops[$one], $_, $ops[$_]) for grep { $ops[$_] } $one + 1 .. $#bodies;
			next if $ops[$one]{op} eq 'L' && $owners->[$ops[$one]{on}] >= 0;
			push @left, [after($program, $ops[$one], $one, $at, $values, $owners)];
		}
	}
	return \%wrong;
}

# Every interleaving.  States that are the same are gone into once.
sub can_come {
	my ($program, $sequence) = @_;
	my @bodies = @{$program->{bodies}};
	my %known;
	my $visit;
	$visit = sub {
		my ($at, $values, $owners, $seen) = @_;
		return 1 if is_there($seen, $sequence);
		my $key = join '|', "@$at", "@$values", "@$owners", join(' ', sort keys %$seen);
		return 0 if $known{$key}++;
		my @waits;
		my $moved = 0;
		for my $thread (0 .. $#bodies) {
			my $op = $bodies[$thread][$at->[$thread]] or next;
			if ($op->{op} eq 'L' && $owners->[$op->{on}] >= 0) {
				push @waits, [$thread, $op->{line}];
				next;
			}
			$moved = 1;
			return 1 if $visit->(after($program, $op, $thread, $at, $values, $owners), advance($seen, $sequence, $thread, $op->{line}));
		}
		return !$moved && @waits ? with_waits($seen, $sequence, @waits) : 0;
	};
	my $is_there = $visit->([map { 0 } @bodies], [0, 0], [-1, -1], { '0/-1' => 1 });
	undef $visit;
	return $is_there;
}

# Every interleaving, with what each read reads from.  LOOK is called with the list of [read line, reading thread, line of the write or 0,
# its thread] at the end of each; it returns true to stop.
sub each_interleaving {
	my ($program, $look) = @_;
	my @bodies = @{$program->{bodies}};
	my %known;
	my $visit;
	$visit = sub {
		my ($at, $values, $owners, $writers, $reads) = @_;
		my $key = join '|', "@$at", "@$values", "@$owners", map({ join ':', @$_ } @$writers), map { join ':', @$_ } @$reads;
		return 0 if $known{$key}++;
		my $moved = 0;
		for my $thread (0 .. $#bodies) {
			my $op = $bodies[$thread][$at->[$thread]] or next;
			next if $op->{op} eq 'L' && $owners->[$op->{on}] >= 0;
			$moved = 1;
			my (@next, @then, @locks, @last, @seen) = ();
			@next = @$at;
			@then = @$values;
			@locks = @$owners;
			@last = @$writers;
			@seen = @$reads;
			$next[$thread]++;
			@then[$op->{on}] = $op->{value}, $last[$op->{on}] = [$op->{line}, $thread] if $op->{op} eq 'W';
			@seen = sort { "@$a" cmp "@$b" } @seen, [$op->{line}, $thread, @{$last[$op->{on}]}] if $op->{op} =~ /[RIA]/;
			$locks[$op->{on}] = $thread if $op->{op} eq 'L';
			$locks[$op->{on}] = -1 if $op->{op} eq 'U';
			$next[$thread]++ if $op->{op} eq 'I' && $values->[$op->{on}] != $op->{value};
			$next[$thread] = @{$bodies[$thread]} if $op->{op} eq 'A' && $values->[$op->{on}] == $op->{value}; # the others may be before it
			return 1 if $visit->(\@next, \@then, \@locks, \@last, \@seen);
		}
		return $moved ? 0 : $look->($reads);
	};
	my $stopped = $visit->([map { 0 } @bodies], [0, 0], [-1, -1], [[0, -1], [0, -1]], []);
	undef $visit;
	return $stopped;
}

# "read line <- write line, or beginning", with "itself" where a thread reads what it wrote.
sub all_sources {
	my ($program) = @_;
	my %sources;
	each_interleaving($program, sub {
		for my $read (@{$_[0]}) {
			my ($line, $thread, $from, $writer) = @$read;
			$sources{"$line <- " . (!$from ? 'beginning' : $from . ($writer == $thread ? ' itself' : ''))} = 1;
		}
		return 0;
	});
	return sort keys %sources;
}

# Picks: [read line, write line or 0].
sub draw_picks {
	my ($program) = @_;
	my @reads = grep { $_->{op} =~ /[RIA]/ } map { @$_ } @{$program->{bodies}};
	my @picks;
	return () if !@reads;
	for (1 .. 1 + int rand 3) {
		my $read = pick(@reads);
		my @writes = grep { $_->{op} eq 'W' && $_->{on} == $read->{on} } map { @$_ } @{$program->{bodies}};
		push @picks, [$read->{line}, @writes && rand() < 0.8 ? pick(@writes)->{line} : 0];
	}
	return @picks;
}

sub can_have {
	my ($program, @picks) = @_;
	return each_interleaving($program, sub {
		my ($reads) = @_;
		for my $pick (@picks) {
			return 0 if !grep { $_->[0] == $pick->[0] && $_->[2] == $pick->[1] } @$reads;
		}
		return 1;
	});
}

1;
