#!/usr/bin/perl
# treadle bounds on what a function that may create returns, against brute force: loops that call a function which creates a thread
# or does not, and returns a number, and that count, or set and clear a flag, by the number.  All that each loop can do is tried.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use RandomLoops;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { FUNCTIONS => 1500, MOST => 2 };

begin_lots(7);
my %conditions = ('< 0' => sub { $_[0] < 0 }, '== 0' => sub { $_[0] == 0 }, '!= 0' => sub { $_[0] != 0 }, '>= 0' => sub { $_[0] >= 0 },
		  '> 0' => sub { $_[0] > 0 });

# What the function that may create does; a statement is [kind, number].
sub attempt_part { return [one_of(qw(leave create maybe tried refused skip set perhaps work)), below(3) - 1] }

# What the loop does with the counter, or the flag.
sub leaf { return one_of('n++;', 'n++;', 'n = 0;', 'break;', 'continue;', 'work();') }

sub make_loop {
	my @attempt = (attempt_part(), [one_of(qw(create create maybe tried refused)), below(3) - 1], attempt_part());
	return { attempt => \@attempt, returned => below(2) ? 'result' : below(3) - 1, is_flag => below(2),
		 begin => below(4) ? 'work();' : 'n++;',
		 condition => one_of(sort keys %conditions), yes => leaf(), no => leaf(), is_kept => below(2),
		 joined => one_of(('') x 4, 'ask() && ', 'ask() || '), again => one_of(('') x 6, 'r = ask();', 'r = 0;', 'if (ask()) r = 1;') };
}

sub attempt_text {
	my ($kind, $number) = @{$_[0]};
	return { leave => "if (ask())\n\t\treturn $number;", create => 'pthread_create(&t, NULL, run, NULL);',
		 maybe => "if (ask())\n\t\tpthread_create(&t, NULL, run, NULL);", set => "result = $number;",
		 tried => "if (pthread_create(&t, NULL, run, NULL) != 0) {\n\t\tresult = $number;\n\t\tgoto out;\n\t}",
		 refused => "if (pthread_create(&t, NULL, run, NULL) != 0)\n\t\treturn $number;", skip => "if (ask())\n\t\tgoto out;",
		 perhaps => "if (ask())\n\t\tresult = $number;", work => 'work();' }->{$kind};
}

sub program_of {
	my ($self, $number) = @_;
	my $attempt = join "\n\t", map { attempt_text($_) } @{$self->{attempt}};
	my $out = $attempt =~ /goto out/ ? "out:\n" : '';
	my $limit = $self->{is_flag} ? '!n' : 'n < ' . MOST;
	my $asked = $self->{is_kept} ? 'r' : "attempt$number()";
	my $keep = $self->{is_kept} ? "r = attempt$number(); $self->{again}" : '';
	return "static int attempt$number(void)\n{\n\tpthread_t t;\n\tint result = 0;\n\n\t$attempt\n$out\treturn $self->{returned};\n}\n" .
		"void f$number(void)\n{\n\tint n = 0, r = 0;\n\n\twhile ($limit) { $self->{begin} $keep " .
		"if ($self->{joined}$asked $self->{condition}) { $self->{yes} } else { $self->{no} } work(); }\n}\n";
}

# All that the call can come to: [number, whether something was created].
sub attempts {
	my ($self) = @_;
	my (@ended, @out);
	my @open = ([0, 0]);
	for (@{$self->{attempt}}) {
		my ($kind, $number) = @$_;
		push @ended, map { [$number, $_->[1]] } @open if $kind eq 'leave' || $kind eq 'refused';
		push @out, map { [$kind eq 'tried' ? $number : $_->[0], $_->[1]] } @open if $kind eq 'tried' || $kind eq 'skip';
		@open = map { [$_->[0], 1] } @open if $kind =~ /^(create|tried|refused)$/;
		push @open, map { [$_->[0], 1] } @open if $kind eq 'maybe';
		@open = map { [$number, $_->[1]] } @open if $kind eq 'set';
		push @open, map { [$number, $_->[1]] } @open if $kind eq 'perhaps';
	}
	return (@ended, map { [$self->{returned} eq 'result' ? $_->[0] : $self->{returned}, $_->[1]] } @open, @out);
}

# Where n comes to, undef if the loop is left by a jump.
sub after_leaf {
	my ($leaf, $n) = @_;
	return $leaf eq 'n++;' ? $n + 1 : $leaf eq 'n = 0;' ? 0 : $leaf eq 'break;' ? undef : $n;
}

# What the variable may have when it is asked for that was given what the call returned.
sub asked_for {
	my ($self, $r) = @_;
	return $r if !$self->{is_kept} || !$self->{again};
	return $self->{again} eq 'r = ask();' ? (-1 .. 1) : $self->{again} eq 'r = 0;' ? 0 : ($r, 1);
}

# How the condition may turn out that asks for it.
sub answers {
	my ($self, $r) = @_;
	my $is_so = $conditions{$self->{condition}}->($r) ? 1 : 0;
	return $self->{joined} eq '' || !$self->{is_kept} ? $is_so : $self->{joined} =~ /&&/ ? (0, $is_so) : (1, $is_so);
}

# The rounds that may follow one that begins with n: [n, whether something was created].
sub rounds {
	my ($self, $n) = @_;
	my $most = $self->{is_flag} ? 1 : MOST;
	$n++ if $self->{begin} eq 'n++;';
	my @attempts = map { my ($r, $created) = @$_; map { [$_, $created] } asked_for($self, $r) } attempts($self);
	my @next = map { my ($r, $created) = @$_; map { [after_leaf($_ ? $self->{yes} : $self->{no}, $n), $created] } answers($self, $r) }
		@attempts;
	push @next, map { [after_leaf($self->{joined} =~ /&&/ ? $self->{no} : $self->{yes}, $n), 0] } $self->{joined} && !$self->{is_kept} ? 1 : ();
	return grep { defined $_->[0] && $_->[0] < $most } @next;
}

sub is_unbounded {
	my ($self) = @_;
	return creates_for_ever(0, sub { rounds($self, $_[0]) });
}

my @loops = map { make_loop() } 1 .. FUNCTIONS;
compare_with_checker("#include <pthread.h>\nint ask(void);\nvoid work(void);\nvoid *run(void *arg);\n",
	[map { program_of($loops[$_], $_) } 0 .. $#loops], [map { is_unbounded($_) } @loops], 1 / 6);
done_testing;
