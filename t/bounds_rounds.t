#!/usr/bin/perl
# treadle bounds on what variables are in a round, against brute force: loops that ask whether numbers are equal, take one from another,
# hand one to a function that may change it, and go on while a flag is set.  All that each loop can do with small numbers is tried.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { FUNCTIONS => 700, MOST => 3 };

my $random = 5;

sub below {
	my ($n) = @_;
	$random = ($random * 1103515245 + 12345) % 2147483648;
	return int($random / 65536) % $n;
}

sub one_of { return $_[below(scalar @_)] }

my @variables = qw(a b p->x p->y again);

# A condition is [operator, left, right]; a statement [kind, parts...].
sub condition {
	my ($depth) = @_;
	return [one_of(qw(&& ||)), condition(0), condition(0)] if $depth && !below(3);
	return ['!', condition(0)] if $depth && !below(5);
	return [one_of(qw(== != == != < >)), one_of(@variables), one_of(@variables[0 .. 3], 0, 0, 1)];
}

sub value { return one_of([one_of(0, 1)], [one_of(@variables[0 .. 3])], [one_of(@variables[0 .. 3]), one_of(@variables[0 .. 3])]) }

sub statement {
	my ($depth) = @_;
	my $kind = below(12);
	return ['if', condition(1), [statements($depth - 1)], below(2) ? [statements($depth - 1)] : []] if $depth && $kind < 5;
	return [one_of(qw(break continue work lend)), one_of(qw(a b))] if $kind < 7;
	return ['set', 'again', [one_of(0, 0, 1)]] if $kind < 9;
	return ['set', one_of(@variables[0 .. 3]), value()];
}

# Nothing stands behind a jump.
sub statements {
	my ($depth) = @_;
	my @statements = map { statement($depth) } 0 .. below(3);
	my ($jump) = grep { $statements[$_][0] =~ /^(break|continue)$/ } 0 .. $#statements;
	return defined $jump ? @statements[0 .. $jump] : @statements;
}

sub make_loop {
	my @before = grep { $_->[0] !~ /^(break|continue)$/ } map { statement(2) } 0 .. 2;
	my @body = (@before, ['create', one_of(qw(a b))], statements(1), statements(1));
	return { body => \@body, kind => one_of(qw(do while)), changes => !below(3) };
}

sub text_of_condition {
	my ($condition) = @_;
	my ($op, @parts) = @$condition;
	return '!(' . text_of_condition($parts[0]) . ')' if $op eq '!';
	return '((' . text_of_condition($parts[0]) . ") $op (" . text_of_condition($parts[1]) . '))' if $op =~ /[&|]/;
	return "$parts[0] $op $parts[1]";
}

sub text {
	my ($number, $statement) = @_;
	my ($kind, @parts) = @$statement;
	return 'if (' . text_of_condition($parts[0]) . ') { ' . join(' ', map { text($number, $_) } @{$parts[1]}) . ' } else { ' .
		join(' ', map { text($number, $_) } @{$parts[2]}) . ' }' if $kind eq 'if';
	return "$parts[0] = " . join(' - ', @{$parts[1]}) . ';' if $kind eq 'set';
	return { break => 'break;', continue => 'continue;', work => 'work(p);', lend => "lend(&$parts[0]);",
		 create => "start$number(p, &$parts[0]);" }->{$kind};
}

sub program_of {
	my ($self, $number) = @_;
	my $body = join ' ', map { text($number, $_) } @{$self->{body}};
	my $loop = $self->{kind} eq 'do' ? "do { $body } while (again);" : "while (again) { $body }";
	my $changes = $self->{changes} ? 'if (ask()) *n = 0;' : '(void)n;';
	return "static void start$number(struct pair *p, long *n)\n{\n\tpthread_t t;\n\n\t$changes\n\tpthread_create(&t, NULL, run, NULL);\n}\n" .
		"void f$number(struct pair *p)\n{\n\tlong a = ask(), b = ask(), again = ask();\n\n\t$loop\n}\n";
}

sub value_of { return $_[1] =~ /^\d/ ? $_[1] : $_[0]{$_[1]} }

sub holds {
	my ($state, $condition) = @_;
	my ($op, @parts) = @$condition;
	return !holds($state, $parts[0]) if $op eq '!';
	return holds($state, $parts[0]) && holds($state, $parts[1]) if $op eq '&&';
	return holds($state, $parts[0]) || holds($state, $parts[1]) if $op eq '||';
	my ($left, $right) = map { value_of($state, $_) } @parts;
	return { '==' => $left == $right, '!=' => $left != $right, '<' => $left < $right, '>' => $left > $right }->{$op};
}

# What a function may do to fields, or to the variable that it is given: any small number.
sub changed {
	my ($state, @names) = @_;
	my @states = { %$state };
	for my $name (@names) {
		@states = map { my $one = $_; map { { %$one, $name => $_ } } 0 .. 1 } @states;
	}
	return ({ %$state }, @states);
}

# All that a statement can come to: [how it ends, variables].
sub outcomes {
	my ($self, $state, $statement) = @_;
	my ($kind, @parts) = @$statement;
	return run_all($self, $state, $parts[holds($state, $parts[0]) ? 1 : 2]) if $kind eq 'if';
	return map { ['next', $_] } changed($state, 'p->x', 'p->y') if $kind eq 'work';
	return map { ['next', $_] } changed($state, $parts[0], 'p->x', 'p->y') if $kind eq 'lend';
	return [$kind, $state] if $kind =~ /^(break|continue)$/;
	my %after = (%$state, ($kind eq 'create' ? (created => 1) : ()));
	return ['next', \%after] if $kind eq 'create' && !$self->{changes};
	return (['next', \%after], ['next', { %after, $parts[0] => 0 }]) if $kind eq 'create';
	my ($first, @less) = map { value_of($state, $_) } @{$parts[1]};
	$first -= $_ for @less;
	return abs $first > MOST ? () : ['next', { %after, $parts[0] => $first }];
}

sub key_of { my ($state) = @_; return join ' ', map { $state->{$_} } @variables }

sub run_all {
	my ($self, $state, $statements) = @_;
	my @states = ['next', $state];
	for my $statement (@$statements) {
		my %seen;
		@states = grep { !$seen{"$_->[0] $_->[1]{created} " . key_of($_->[1])}++ }
			map { $_->[0] eq 'next' ? outcomes($self, $_->[1], $statement) : $_ } @states;
	}
	return @states;
}

# A round that creates and comes, by whatever rounds, to its own beginning again.
sub is_unbounded {
	my ($self) = @_;
	my (%next, @open);
	for my $n (0 .. 2 ** 5 - 1) {
		my %state = map { $variables[$_] => $n >> $_ & 1 } 0 .. 4;
		push @open, \%state if $self->{kind} eq 'do' || $state{again};
	}
	while (my $state = pop @open) {
		my $key = key_of($state);
		next if $next{$key};
		return if keys %next > 3000;
		$next{$key} = {};
		for my $end (run_all($self, { %$state, created => 0 }, $self->{body})) {
			next if $end->[0] eq 'break' || !$end->[1]{again};
			$next{$key}{key_of($end->[1])} |= $end->[1]{created};
			push @open, $end->[1];
		}
	}
	for my $from (keys %next) {
		for my $to (grep { $next{$from}{$_} } keys %{$next{$from}}) {
			my (%seen, @way);
			push @way, $to;
			while (defined(my $at = pop @way)) {
				return 1 if $at eq $from;
				push @way, keys %{$next{$at}} if !$seen{$at}++;
			}
		}
	}
	return 0;
}

my @loops = map { make_loop() } 1 .. FUNCTIONS;
my $room = tempdir(CLEANUP => 1);
open my $file, '>', "$room/random.c" or die $!;
print $file "#include <pthread.h>\nstruct pair { long x, y; };\nlong ask(void);\nvoid work(struct pair *p);\nvoid lend(long *n);\n",
	"void *run(void *arg);\n", map { program_of($loops[$_], $_) } 0 .. $#loops;
close $file;
my ($status, $said, $err) = bounds_json($room, 'random.c');
ok $said, 'the checker answers' or diag $err;
my %loop = map { $_->{function} => $_ } @{$said->{loops}};

my %count = map { $_ => 0 } qw(missed unbounded bounded known extra);
for my $number (0 .. $#loops) {
	my $loop = $loop{"f$number"} or next;
	my $truth = is_unbounded($loops[$number]) // next;
	$count{$truth ? 'unbounded' : 'bounded'}++;
	$count{known}++ if !$truth && $loop->{verdict} eq 'bounded' && grep { /no further one/ } texts_of($loop);
	$count{extra}++ if !$truth && $loop->{verdict} eq 'unbounded';
	next if !$truth || $loop->{verdict} eq 'unbounded';
	$count{missed}++;
	diag "missed: ", program_of($loops[$number], $number);
}
cmp_ok $count{unbounded}, '>', FUNCTIONS / 8, "$count{unbounded} can create without limit";
cmp_ok $count{known}, '>', FUNCTIONS / 20, "$count{known} of $count{bounded} others are known to end by what their variables are";
is $count{missed}, 0, 'all that can create without limit are reported';
note "$count{extra} others are";
done_testing;
