# Random programs of two or three threads that are right but for one fault, at lines that are known.
#
# A program is made of pieces: a counter or a pair under a lock, a value handed over by a condition variable,
# statistics that need no order. One piece has the fault.  Every thread has a function of its own and does each of its
# lines once, so that a line stands for an event. The text begins with directives (lib/Explained.pm) of what an
# explanation must say.
package Faults;

use strict;
use warnings;
use Exporter qw(import);
use Lots;

our @EXPORT = qw(faulty_program fault_kinds);

my @names = qw(weft warp heddle);

# What is being built: globals, what each thread does as sections of lines, what main does around.
my ($count, %self);

sub globals { push @{$self{globals}}, @_ }
sub last_checks { push @{$self{checks}}, @_ }
sub directive { push @{$self{directives}}, "// $_[0]: $_[1]" }
sub section { my ($thread, @lines) = @_; push @{$self{todo}[$thread]}, [@lines] }
sub main_does { push @{$self{main}}, @_ }
sub next_name { return $_[0] . ++$count->{$_[0]} }

sub new_lock {
	my $lock = next_name('lock');
	globals("static pthread_mutex_t $lock = PTHREAD_MUTEX_INITIALIZER;");
	return $lock;
}

sub new_condition {
	my $name = next_name('told');
	globals("static pthread_cond_t $name = PTHREAD_COND_INITIALIZER;");
	return $name;
}

sub new_int {
	my ($kind, $value) = @_;
	my $name = next_name($kind);
	globals($value ? "static int $name = $value;" : "static int $name;");
	return $name;
}

sub locked {
	my ($lock, @lines) = @_;
	return ("pthread_mutex_lock(&$lock);", @lines, "pthread_mutex_unlock(&$lock);");
}

# Threads in an order that is drawn.
sub threads {
	my @left = (0 .. $self{threads} - 1);
	return map { splice @left, below(scalar @left), 1 } 0 .. $#left;
}

# Adding to a counter, in one line or two.
sub adding {
	my ($counter, $number, $read, $write) = @_;
	my $seen = next_name('seen');
	return "$counter += $number;" . ($write // '') if below(2);
	return ("int $seen = $counter;" . ($read // ''), "$counter = $seen + $number;" . ($write // ''));
}

# ---- pieces that are right

sub piece_counter {
	my $lock = $self{some_lock} && below(2) ? $self{some_lock} : new_lock();
	my ($counter, $sum) = (new_int('total'), 0);
	for my $thread (grep { below(3) } threads()) {
		my $number = 1 + below(5);
		section($thread, locked($lock, adding($counter, $number)));
		$sum += $number;
	}
	last_checks("assert($counter == $sum);");
}

sub piece_pair {
	my ($lock, $from, $to) = (new_lock(), new_int('from', 10), new_int('to'));
	my ($mover, $checker) = threads();
	section($mover, locked($lock, "$from -= 3;", "$to += 3;"));
	section($checker, locked($lock, "assert($from + $to == 10);"));
}

sub piece_statistics {
	my $name = next_name('hits');
	globals("static atomic_int $name;");
	for my $thread (grep { below(2) } threads()) {
		section($thread, "atomic_fetch_add_explicit(&$name, 1, memory_order_relaxed);");
	}
	my ($reader) = threads();
	section($reader, "(void)atomic_load_explicit(&$name, memory_order_relaxed);") if below(2);
}

# From a thread to a later one only, so that two of these cannot wait for each other.
sub piece_hand_over {
	my ($lock, $told, $is_there, $value) = (new_lock(), new_condition(), new_int('is_there'), new_int('value'));
	my ($giver, $taker) = sort((threads())[0, 1]);
	section($giver, locked($lock, "$value = 7;", "$is_there = 1;", "pthread_cond_signal(&$told);"));
	section($taker, locked($lock, "while (!$is_there)", "\tpthread_cond_wait(&$told, &$lock);",
			       "assert($value == 7);"));
}

# ---- pieces with a fault

# The threads that add properly; what their lines are called, for a directive.
sub add_properly {
	my ($lock, $counter, @threads) = @_;
	my ($sum, @marks) = (0);
	for my $thread (@threads) {
		my ($number, $mark) = (1 + below(5), next_name('good'));
		section($thread, locked($lock, "$counter += $number; /* \@$mark */"));
		push @marks, "\@$mark";
		$sum += $number;
	}
	return ($sum, join '|', @marks);
}

sub fault_dropped_lock {
	my ($lock, $counter, $number) = ($self{some_lock} = new_lock(), new_int('total'), 1 + below(5));
	my ($bad, @good) = threads();
	my ($sum, $marks) = add_properly($lock, $counter, @good);
	section($bad, adding($counter, $number, ' /* @read */', ' /* @write */'));
	my $read = (grep { /\@read/ } map { @$_ } @{$self{todo}[$bad]}) ? '@read|' : '';
	last_checks("assert($counter == " . ($sum + $number) . ');');
	directive(cause => 'atomicity');
	directive(lines => "$read\@write $marks");
	directive(says => "; $names[$bad] did not hold $lock\$");
}

sub fault_dropped_lock_of_pair {
	my ($lock, $from, $to) = (new_lock(), new_int('from', 10), new_int('to'));
	my ($mover, $checker) = threads();
	my $has_lock = below(2); # of the two, one takes the lock
	my @move = ("$from -= 3; /* \@from */", "$to += 3; /* \@to */");
	my @check = ("assert($from + $to == 10); /* \@check */");
	section($mover, $has_lock ? locked($lock, @move) : @move);
	section($checker, $has_lock ? @check : locked($lock, @check));
	directive(cause => 'atomicity');
	directive(lines => '@from|@to @check');
	directive(says => "; $names[$has_lock ? $checker : $mover] did not hold $lock\$");
}

sub fault_split {
	my ($lock, $counter, $number) = ($self{some_lock} = new_lock(), new_int('total'), 1 + below(5));
	my ($bad, @good) = threads();
	my ($sum, $marks) = add_properly($lock, $counter, @good);
	section($bad, locked($lock, "int before = $counter; /* \@read */"),
		locked($lock, "$counter = before + $number; /* \@write */"));
	last_checks("assert($counter == " . ($sum + $number) . ');');
	directive(cause => 'atomicity');
	directive(lines => "\@read \@write $marks");
	directive(says => "; $names[$bad] let go of $lock in between\$");
}

sub fault_split_check {
	my ($lock, $left) = ($self{some_lock} = new_lock(), new_int('left', 1));
	my ($bad, $good) = threads();
	section($bad, locked($lock, "int is_left = $left > 0; /* \@look */"),
		'if (is_left) {', (map { "\t$_" } locked($lock, "$left--; /* \@take */", "assert($left >= 0);")), '}');
	section($good, locked($lock, "if ($left > 0) {", "\t$left--; /* \@good */", '}'));
	directive(cause => 'atomicity');
	directive(lines => '@look @take @good');
	directive(says => "; $names[$bad] let go of $lock in between\$");
}

sub fault_split_pair {
	my ($lock, $from, $to) = (new_lock(), new_int('from', 10), new_int('to'));
	my ($mover, $checker) = threads();
	section($mover, locked($lock, "$from -= 3; /* \@from */"), locked($lock, "$to += 3; /* \@to */"));
	section($checker, locked($lock, "assert($from + $to == 10); /* \@check */"));
	directive(cause => 'atomicity');
	directive(lines => '@from @to @check');
	directive(says => "; $names[$mover] let go of $lock in between\$");
}

# One thread takes a lock, but another one than the others.
sub fault_other_lock {
	my ($lock, $other) = ($self{some_lock} = new_lock(), new_lock());
	my ($counter, $number) = (new_int('total'), 1 + below(5));
	my ($bad, @good) = threads();
	my ($sum, $marks) = add_properly($lock, $counter, @good);
	section($bad, locked($other, "$counter += $number; /* \@write */"));
	last_checks("assert($counter == " . ($sum + $number) . ');');
	directive(cause => 'atomicity');
	directive(lines => "\@write $marks");
	directive(says => '; \w+ did not hold \w+$');
}

# Each access is atomic, but not both together.
sub fault_atomic_split {
	my ($counter) = (next_name('total'));
	globals("static atomic_int $counter;");
	my ($bad, $good) = threads();
	section($bad, "int before = atomic_load(&$counter); /* \@read */",
		"atomic_store(&$counter, before + 2); /* \@write */");
	section($good, "atomic_fetch_add(&$counter, 3); /* \@good */");
	last_checks("assert($counter == 5);");
	directive(cause => 'atomicity');
	directive(lines => '@read @write @good');
}

# Rounds of a loop, of which one loses what another thread has added.
sub fault_in_a_loop {
	my ($lock, $counter) = ($self{some_lock} = new_lock(), new_int('total'));
	my ($bad, $good) = threads();
	my @add = below(2) ? ("$counter += 2; /* \@write */")
			   : ("int before = $counter; /* \@read */", "$counter = before + 2; /* \@write */");
	my $reads = @add == 2 ? '@read|' : '';
	section($bad, 'for (int i = 0; i < 2; i++) {', (map { "\t$_" } @add), '}');
	my @good = locked($lock, "$counter += 3; /* \@good */");
	section($good, 'for (int i = 0; i < 2; i++) {', (map { "\t$_" } @good), '}');
	last_checks("assert($counter == 10);");
	directive(cause => 'atomicity');
	directive(lines => "$reads\@write \@good");
	directive(says => "; $names[$bad] did not hold $lock\$");
}

# Two take from a shelf that main fills; one believes that what it was woken for is still there.
sub fault_if_for_while {
	my ($lock, $told, $items) = (new_lock(), new_condition(), new_int('items'));
	my ($bad, $good) = threads();
	my $tell = below(2) ? "pthread_cond_signal(&$told);" : "pthread_cond_broadcast(&$told);";
	section($bad, locked($lock, "if (!$items) { /* \@look */",
			     "\tpthread_cond_wait(&$told, &$lock); /* \@wait */", '}', "$items--; /* \@take */",
			     "assert($items >= 0);"));
	section($good, locked($lock, "while (!$items) {", "\tpthread_cond_wait(&$told, &$lock);", '}',
			      "$items--; /* \@good */"));
	main_does(locked($lock, "$items++;", $tell)) for 1 .. 2;
	directive(cause => 'atomicity|order|several');
	directive(lines => '@good @take|@wait|@look');
}

# The last line of a thread writes what main reads before it joins the thread.
sub fault_missing_join {
	my $result = new_int('result');
	my ($worker) = threads();
	my @steps = map { "$result += $_;" } 1 .. 1 + below(2);
	$steps[-1] .= ' /* @write */';
	$self{ends}[$worker] = [@steps];
	$self{joined_late} = $worker;
	my $sum = @steps == 1 ? 1 : 3;
	my @read = below(2) ? "assert($result == $sum); /* \@read */"
			    : ("int read = $result; /* \@read */", "assert(read == $sum);");
	push @{$self{before_late}}, @read;
	directive(cause => 'order');
	directive(lines => '@read @write');
}

sub fault_order_assumed {
	my ($setter, $user) = threads();
	my $kind = below(3);
	if ($kind == 0) {
		my $value = new_int('limit');
		section($setter, "$value = 8; /* \@set */");
		section($user, "assert($value == 8); /* \@use */");
	} elsif ($kind == 1) {
		my ($lock, $value) = (new_lock(), new_int('limit'));
		section($setter, locked($lock, "$value = 8; /* \@set */"));
		section($user, locked($lock, "assert($value == 8); /* \@use */"));
	} else {
		my $value = new_int('limit');
		main_does("$value = 8; /* \@set */");
		section($user, "assert($value == 8); /* \@use */");
	}
	directive(cause => 'order');
	directive(lines => '@use @set');
}

# What says that a value is there is set before the value.
sub fault_told_early {
	my ($value, $is_there) = (new_int('value'), next_name('is_there'));
	globals("static atomic_int $is_there;");
	my ($giver, $taker) = threads();
	section($giver, "$is_there = 1; /* \@tell */", "$value = 7; /* \@write */");
	section($taker, "if ($is_there) {", "\tassert($value == 7); /* \@use */", '}');
	directive(cause => 'atomicity|order');
	directive(lines => '@use @write');
}

sub fault_freed_early {
	my ($pointer) = (next_name('thing'));
	globals("static int *$pointer;");
	my ($freer, $user) = threads();
	section($freer, "free($pointer); /* \@free */");
	section($user, "*$pointer = 3; /* \@use */");
	push @{$self{first}}, "$pointer = malloc(sizeof *$pointer);";
	directive(cause => 'order');
	directive(lines => '@free @use');
}

sub fault_lock_order {
	my ($one, $two) = (new_lock(), new_lock());
	my ($x, $y) = threads();
	section($x, locked($one, locked($two)));
	section($y, locked($two, locked($one)));
	directive(says => "^deadlock: .*\\b$_\\b") for $one, $two;
}

sub fault_lost_signal {
	my ($lock, $told, $flag) = (new_lock(), new_condition(), new_int('is_done'));
	my ($waiter, $teller) = threads();
	my $signal = "pthread_cond_signal(&$told); /* \@signal */";
	my $set = "$flag = 1; /* \@set */";
	my @how = ([$set, $signal],                              # without the lock
		   [locked($lock, $signal), locked($lock, $set)], # before the flag
		   [$signal, locked($lock, $set)]);
	section($teller, @{one_of(@how)});
	section($waiter, locked($lock, "while (!$flag) {", "\tpthread_cond_wait(&$told, &$lock); /* \@wait */", '}'));
	directive(lines => '@signal|@set');
	directive(says => "^deadlock: lost wake-up: $names[$waiter] waits for $told, but the only signal came before|" .
			  "$names[$waiter] read $flag at \\S+ before $names[$teller] (wrote|could write)");
}

# No fault of an order: the check is wrong.
sub fault_always {
	my ($lock, $counter, $sum) = (new_lock(), new_int('total'), 0);
	for my $thread (threads()) {
		section($thread, locked($lock, adding($counter, 2)));
		$sum += 2;
	}
	last_checks("assert($counter == " . ($sum + 1) . ');');
	directive(cause => 'always');
	directive(says => 'fails in every order');
}

my %faults = (
	always => \&fault_always,
	atomic_split => \&fault_atomic_split,
	dropped_lock => \&fault_dropped_lock,
	dropped_lock_of_pair => \&fault_dropped_lock_of_pair,
	freed_early => \&fault_freed_early,
	if_for_while => \&fault_if_for_while,
	in_a_loop => \&fault_in_a_loop,
	lock_order => \&fault_lock_order,
	lost_signal => \&fault_lost_signal,
	missing_join => \&fault_missing_join,
	order_assumed => \&fault_order_assumed,
	other_lock => \&fault_other_lock,
	split => \&fault_split,
	split_check => \&fault_split_check,
	split_pair => \&fault_split_pair,
	told_early => \&fault_told_early,
);
my @pieces = (\&piece_counter, \&piece_pair, \&piece_statistics, \&piece_statistics, \&piece_hand_over);

sub fault_kinds { return sort keys %faults }

# ---- as C

sub shuffled {
	my @left = @_;
	return map { splice @left, below(scalar @left), 1 } 0 .. $#left;
}

# Sections in an order that is drawn, but those that hand over in the order in which they were made: givers come
# first.
sub body_of {
	my ($thread) = @_;
	my @sections = shuffled(@{$self{todo}[$thread] // []});
	my @giving = grep { "@$_" =~ /cond_signal/ } @sections;
	my @waiting = grep { "@$_" =~ /cond_wait/ } @sections;
	my @others = grep { "@$_" !~ /cond_/ } @sections;
	my @all = below(2) ? (@giving, @others, @waiting) : (@others, @giving, @waiting);
	return map { [@$_] } @all, $self{ends}[$thread] // ();
}

sub text_of_thread {
	my ($thread) = @_;
	my @lines = map { ('', map { "\t$_" } @$_) } body_of($thread);
	shift @lines;
	return ("static void *$names[$thread](void *arg)", '{', @lines, "\treturn arg;", '}', '');
}

sub text_of_main {
	my @all = (0 .. $self{threads} - 1);
	my $late = $self{joined_late};
	my @on_time = grep { !defined $late || $_ != $late } @all;
	my @late = grep { defined $late && $_ == $late } @all;
	my @create = map { "pthread_create(&threads[$_], NULL, $names[$_], NULL);" } @all;
	my @lines = ("pthread_t threads[$self{threads}];", '', @{$self{first} // []}, @create, @{$self{main} // []},
		     (map { "pthread_join(threads[$_], NULL);" } @on_time), @{$self{before_late} // []},
		     (map { "pthread_join(threads[$_], NULL);" } @late), @{$self{checks} // []}, 'return 0;');
	return ('int main(void)', '{', (map { $_ eq '' ? '' : "\t$_" } @lines), '}');
}

# The text of a program, and the kind of its fault.  Kinds take turns.
sub faulty_program {
	my ($seed, $kind) = @_;
	begin_lots($seed * 7919 + 17);
	below(2) for 1 .. 5;
	$count = {};
	%self = (threads => 2 + below(2));
	$kind //= (fault_kinds())[$seed % keys %faults];
	$faults{$kind}->();
	one_of(@pieces)->() for 1 .. below(4);
	my @body = ((map { text_of_thread($_) } 0 .. $self{threads} - 1), text_of_main());
	my @text = ("// A random program: $kind.", @{$self{directives}}, '#include <assert.h>', '#include <pthread.h>',
		    '#include <stdatomic.h>', '#include <stddef.h>', '#include <stdlib.h>', '',
		    @{$self{globals}}, '', @body);
	return (join("\n", @text) . "\n", $kind);
}

1;
