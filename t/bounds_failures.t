#!/usr/bin/perl
# treadle bounds on functions that fail, against brute force: loops that end while a flag is set, and call a function that may set
# it back and returns a number; whether the loop goes on then depends on the number.  And loops that end when a list is long enough,
# and call a function that may make it longer; whether they create then depends on the number.  All that each loop can do is tried.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use RandomLoops;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant FUNCTIONS => 1500;

begin_lots(11);
my %conditions = ('r < 0' => sub { $_[0] < 0 }, 'r == 0' => sub { $_[0] == 0 }, '!r' => sub { !$_[0] }, 'r != 0' => sub { $_[0] != 0 },

		  'r' => sub { $_[0] }, '0 <= r' => sub { $_[0] >= 0 }, 'r > 0' => sub { $_[0] > 0 });

# A statement is [kind, parts...].
sub leaf { return [one_of(qw(work break break return return continue))] }

sub noise {
	return () if below(2);
	return one_of(leaf(), ['ask', leaf()], ['ask', ['set', below(3) - 1]], ['work']) if !below(3);
	return ['work'];
}

sub question { return ['if', one_of(sort keys %conditions), leaf(), one_of(['work'], leaf())] }

sub question_before { return ['if', one_of(sort keys %conditions), below(2) ? (leaf(), ['work']) : (['work'], leaf())] }

sub make_loop {
	my $counts = below(2);
	my $question = $counts ? \&question_before : \&question;
	my @body = (['create'], noise(), ['call'], noise(), $question->(), below(4) ? () : $question->(), noise());
	@body = @body[1 .. $#body, 0] if $counts ? below(8) : !below(4);
	return { counts => $counts, body => \@body, failing => below(3) - 1, other => below(3) - 1, is_freed => below(5) ? 1 : 0 };
}

sub text {
	my ($self, $number, $statement) = @_;
	my ($kind, @parts) = @$statement;
	return "if (ask()) { " . text($self, $number, $parts[0]) . ' }' if $kind eq 'ask';
	return "if ($parts[0]) { " . text($self, $number, $parts[1]) . ' } else { ' . text($self, $number, $parts[2]) . ' }' if $kind eq 'if';
	return { create => "pthread_create(&t, NULL, run, NULL); " . ($self->{counts} ? '' : "busy$number = 1;"),
		 call => "r = attempt$number(" . ($self->{counts} ? "&list$number" : '') . ');', work => 'work();',
		 break => 'break;', return => 'return;', continue => 'continue;', set => 'r = ' . ($parts[0] // '') . ';' }->{$kind};
}

sub program_of {
	my ($self, $number) = @_;
	my $body = join ' ', map { text($self, $number, $_) } @{$self->{body}};
	my $doing = !$self->{is_freed} ? 'work();' : $self->{counts} ? 'list->length++;' : "busy$number = 0;";
	my ($variable, $parameter, $condition) = $self->{counts} ? ("struct list list$number", 'struct list *list', "list$number.length < 4")
								 : ("int busy$number", 'void', "!busy$number");
	return "static $variable;\nstatic int attempt$number($parameter)\n{\n\tif (ask())\n\t\treturn $self->{other};\n\t$doing\n" .
		"\treturn $self->{failing};\n}\nvoid f$number(void)\n{\n\tpthread_t t;\n\tint r = 0;\n\n\twhile ($condition) { $body }\n}\n";
}

# All that a statement can come to: [how it ends, flag or whether the list was made longer, r, whether something was created].
sub outcomes {
	my ($self, $statement, $busy, $r, $created) = @_;
	my ($kind, @parts) = @$statement;
	my $after_doing = $self->{is_freed} ? $self->{counts} : $busy;
	return (['next', $busy, $r, $created], outcomes($self, $parts[0], $busy, $r, $created)) if $kind eq 'ask';
	return outcomes($self, $parts[$conditions{$parts[0]}->($r) ? 1 : 2], $busy, $r, $created) if $kind eq 'if';
	return (['next', $busy, $self->{other}, $created], ['next', $after_doing, $self->{failing}, $created]) if $kind eq 'call';
	return ['next', $self->{counts} ? $busy : 1, $r, 1] if $kind eq 'create';
	return ['next', $busy, $parts[0], $created] if $kind eq 'set';
	return [$kind eq 'work' ? 'next' : $kind, $busy, $r, $created];
}

sub round {
	my ($self, $r) = @_;
	my @states = ['next', 0, $r, 0];
	for my $statement (@{$self->{body}}) {
		@states = map { $_->[0] eq 'next' ? outcomes($self, $statement, @$_[1 .. 3]) : $_ } @states;
	}
	return grep { $_->[0] =~ /^(next|continue)$/ && !$_->[1] } @states; # those that come to a further round
}

# Rounds begin with the flag not set, or with the list as long as it stays: what else they know is r.
sub is_unbounded {
	my ($self) = @_;
	return creates_for_ever(0, sub { map { [@$_[2, 3]] } round($self, $_[0]) });
}

my @loops = map { make_loop() } 1 .. FUNCTIONS;
compare_with_checker("#include <pthread.h>\nstruct list { unsigned length; };\nint ask(void);\nvoid work(void);\nvoid *run(void *arg);\n",
	[map { program_of($loops[$_], $_) } 0 .. $#loops], [map { is_unbounded($_) } @loops], 1 / 8);
done_testing;
