#!/usr/bin/perl
# treadle bounds on flags that pointers lead to, against brute force: loops that create if the flag of an object is not set, and
# set it, while pointers to objects (a local one, one in a struct, a global one) are put elsewhere, or to each other.  All that each
# loop can do is tried.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use RandomLoops;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { FUNCTIONS => 1200, POINTERS => 3 };

begin_lots(3);

# A step is [kind, pointer, other pointer, whether it is only done sometimes].
sub step { return [one_of(qw(new copy clear work work work)), below(POINTERS), below(POINTERS), below(2)] }

sub make_loop {
	my $asked = below(POINTERS);
	return { asked => $asked, set => below(5) ? $asked : below(POINTERS), is_handed => below(2), is_number => below(2),
		 before => step(), after => step() };
}

# The pointers by their names in function NUMBER; the global one has a name of its own, so that functions do not meddle.
sub names { my ($number) = @_; return ('p', 's->q', "global$number") }

sub flag_of {
	my ($self, $pointer) = @_;
	return $self->{is_number} ? "*$pointer" : "$pointer->flag";
}

sub step_text {
	my ($self, $number, $step) = @_;
	my ($kind, $to, $from, $sometimes) = @$step;
	my @names = names($number);
	my $new = $self->{is_number} ? 'create_number()' : 'create_thing()';
	my $text = { new => "$names[$to] = $new;", copy => "$names[$to] = $names[$from];",
		     clear => flag_of($self, $names[$to]) . ' = 0;', work => 'work();' }->{$kind};
	return $sometimes ? "if (ask()) $text" : $text;
}

sub program_of {
	my ($self, $number) = @_;
	my @names = names($number);
	my ($type, $holder) = $self->{is_number} ? ('int', 'struct numbers') : ('struct thing', 'struct things');
	my ($asked, $set) = map { $self->{is_handed} ? $_ : $names[$_] } @$self{qw(asked set)};
	my ($before, $after) = map { step_text($self, $number, $_) } @$self{qw(before after)};
	my $start = 'if (!' . flag_of($self, $self->{is_handed} ? 'a' : $asked) . ') { pthread_create(&t, NULL, run, NULL); ' .
		flag_of($self, !$self->{is_handed} ? $set : $set eq $asked ? 'a' : 'b') . ' = 1; }';
	my $arguments = join ', ', map { $names[$_] } $self->{asked} == $self->{set} ? $self->{asked} : @$self{qw(asked set)};
	my $call = $self->{is_handed} ? "start$number($arguments);" : $start;
	my $parameters = "$type *a" . ($asked eq $set ? '' : ", $type *b");
	return "static $type *global$number;\n" .
		($self->{is_handed} ? "static void start$number($parameters)\n{\n\tpthread_t t;\n\n\t$start\n}\n" : '') .
		"void f$number($type *p, $holder *s, $type *g)\n{\n\tpthread_t t;\n\n\t(void)t;\n\tglobal$number = g;\n" .
		"\twhile (ask()) { $before $call $after }\n}\n";
}

# A state is [object of each pointer], [flag of each object]; objects are numbered as they first occur.
sub canonical {
	my ($at, $flag) = @_;
	my %number;
	for (@$at) {
		$number{$_} = scalar keys %number if !exists $number{$_};
	}
	my @objects = map { $number{$_} } @$at;
	my @flags;
	$flags[$number{$_}] = $flag->[$_] for keys %number;
	return join(',', @objects) . ';' . join ',', @flags;
}

sub take_step {
	my ($step, $state) = @_;
	my ($kind, $to, $from, $sometimes) = @$step;
	my ($at, $flag) = map { [split /,/] } split /;/, $state;
	if ($kind eq 'new') {
		push @$flag, 0;
		$at->[$to] = $#$flag;
	} elsif ($kind eq 'copy') {
		$at->[$to] = $at->[$from];
	} elsif ($kind eq 'clear') {
		$flag->[$at->[$to]] = 0;
	}
	return $sometimes ? ($state, canonical($at, $flag)) : canonical($at, $flag);
}

# [state, whether something was created]
sub rounds {
	my ($self, $state) = @_;
	my @next;
	for my $before (take_step($self->{before}, $state)) {
		my ($at, $flag) = map { [split /,/] } split /;/, $before;
		my $creates = !$flag->[$at->[$self->{asked}]];
		$flag->[$at->[$self->{set}]] = 1 if $creates;
		push @next, map { [$_, $creates] } take_step($self->{after}, canonical($at, $flag));
	}
	return @next;
}

sub is_unbounded {
	my ($self) = @_;
	return creates_for_ever('0,1,2;0,0,0', sub { rounds($self, $_[0]) });
}

my @loops = map { make_loop() } 1 .. FUNCTIONS;
compare_with_checker("#include <pthread.h>\nstruct thing { int flag; };\nstruct things { struct thing *q; };\nstruct numbers { int *q; };\nint ask(void);\n" .
	"void work(void);\nvoid *run(void *arg);\nint *create_number(void);\nstruct thing *create_thing(void);\n",
	[map { program_of($loops[$_], $_) } 0 .. $#loops], [map { is_unbounded($_) } @loops], 1 / 2);
done_testing;
