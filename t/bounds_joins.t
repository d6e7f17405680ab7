#!/usr/bin/perl
# treadle bounds on threads that are waited for on some ways, against brute force: loops whose rounds open a stream, which may fail, and
# close it here and there, by a function that may or may not wait for the stream's thread.  Whether there is one is told by the stream
# itself, or by a field that is set with the creation, asked about before it, or given what is asked; it may be set back.  All ways of a round are tried: the loop can
# create without limit if one of them comes to the next round while the thread is still there.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { FUNCTIONS => 2000, LOST => 2 }; # a thread that nobody knows any more

begin_lots(3);

# A statement is [kind, parts...].  In the function that closes there is no loop to leave, and no label.
sub statement {
	my ($depth, $is_closing) = @_;
	my $end = $is_closing ? 'join' : 'close';
	return ['reset'] if !$depth && !below(12);
	return ['again'] if !$depth && !$is_closing && !below(16);
	return [one_of('work', 'assert', $end, $end, $end, $is_closing ? ('return') : ('return', 'break', 'continue', 'goto', 'join'))] if !$depth;
	my $kind = one_of(qw(ask either either sequence sequence told once), below(4) ? () : ('rounds'));
	return [$kind, map { statement($depth - 1, $is_closing) } 1 .. ($kind =~ /either|sequence/ ? 2 : 1)];
}

# told: asks whether there is a stream or, where a failed one is there all the same, whether it has a thread.
sub make_loop {
	my $tells = one_of(qw(null null started started asked given));
	my $self = { is_null => $tells eq 'null', tells => $tells, is_wrapped => below(3) ? 0 : 1 };
	$self->{closing} = [!below(3) ? (['told', ['sequence', ['work'], ['join']]]) : map { statement(below(3), 1) } 1 .. 1 + below(2)];
	$self->{body} = [below(3) ? (['failed', [one_of(qw(continue continue work break))]]) : (), map { statement(below(3), 0) } 1 .. 1 + below(3)];
	$self->{last} = [below(2) ? (['close']) : statement(1, 0)];
	return $self;
}

sub text {
	my ($self, $number, $statement) = @_;
	my ($kind, @parts) = @$statement;
	my @inner = map { '{ ' . text($self, $number, $_) . ' }' } @parts;
	my $told = $self->{is_null} ? 's' : 's->is_started';
	return { work => 'work();', again => "s = open$number(ask());", reset => $self->{is_null} ? 'work();' : 's->is_started = 0;', assert => '({ if (ask()) (void)0; else abort(); });', join => 'pthread_join(s->thread, NULL);', close => "close$number(s);", return => 'return;', break => 'break;',
		 continue => 'continue;', goto => 'goto out;' }->{$kind} if !@parts;
	return "if (ask()) $inner[0]" if $kind eq 'ask';
	return "if (ask()) $inner[0] else $inner[1]" if $kind eq 'either';
	return "if ($told) $inner[0]" if $kind eq 'told';
	return "if (!$told) $inner[0]" if $kind eq 'failed';
	return "do $inner[0] while (0);" if $kind eq 'once';
	return "while (ask()) $inner[0]" if $kind eq 'rounds';
	return join ' ', @inner;
}

sub program_of {
	my ($self, $n) = @_;
	my ($closing, $body, $last) = map { my $part = $_; join ' ', map { text($self, $n, $_) } @{$self->{$part}} } qw(closing body last);
	my $open = $self->{is_wrapped} ? "wrap$n(ask())" : "open$n(ask())";
	my $create = 'pthread_create(&s->thread, NULL, run, s) != 0';
	my $creates = { null => "if ($create) { free(s); return NULL; } else { s->is_started = 1; }",
			started => "if ($create) { s->is_started = 0; } else { s->is_started = 1; }",
			asked => "s->is_started = wants; if (!s->is_started) return s; if ($create) abort();",
			given => "s->is_started = wants; if (wants) { if ($create) abort(); }" }->{$self->{tells}};
	my $label = $body =~ /goto/ ? 'out: work();' : '';
	return <<~END;
		struct stream$n { pthread_t thread; int is_started; };
		static struct stream$n *open$n(int wants)
		{
			struct stream$n *s = calloc(1, sizeof *s);
			$creates
			return s;
		}
		struct stream$n *wrap$n(int wants) { struct stream$n *s = open$n(wants); work(); return s; }
		static void close$n(struct stream$n *s) { $closing }
		void f$n(void)
		{
			while (ask()) { struct stream$n *s; s = $open; $body $label $last }
		}
		END
}

# All that a statement can come to: how it ends, and whether there is a thread, or one that is lost; a state is [thread, was there one].
sub outcomes {
	my ($self, $statement, $thread, $started) = @_;
	my ($kind, @parts) = @$statement;
	my $next = ["next", $thread, $started];
	my $do = sub { outcomes($self, $_[0], $thread, $started) };
	return $next if $kind =~ /^(work|assert)$/;
	return ['next', $thread, $self->{is_null} ? $started : 0] if $kind eq 'reset';
	return map { ['next', $thread ? LOST : $_, $_] } 0, 1 if $kind eq 'again';
	return !$started && $self->{is_null} ? () : ['next', $thread == LOST ? LOST : 0, $started] if $kind eq 'join'; # NULL->thread: nothing comes after that
	return ($next, $do->($parts[0])) if $kind eq 'ask';
	return ($do->($parts[0]), $do->($parts[1])) if $kind eq 'either';
	return $started ? $do->($parts[0]) : $next if $kind eq 'told';
	return $started ? $next : $do->($parts[0]) if $kind eq 'failed';
	return in_turn($self, \@parts, $next) if $kind eq 'sequence';
	return map { $_->[0] =~ /^(break|continue)$/ ? ['next', @$_[1, 2]] : $_ } $do->($parts[0]) if $kind eq 'once';
	return map { ['next', @$_[1, 2]] } in_turn($self, $self->{closing}, $next) if $kind eq 'close';
	return rounds($self, $parts[0], $next) if $kind eq 'rounds';
	return [$kind, $thread, $started];
}

sub in_turn {
	my ($self, $statements, @states) = @_;
	for my $statement (@$statements) {
		my %seen;
		@states = grep { !$seen{"@$_"}++ } map { $_->[0] eq 'next' ? outcomes($self, $statement, @$_[1, 2]) : $_ } @states;
	}
	return @states;
}

sub rounds {
	my ($self, $statement, @open) = @_;
	my (%seen, @ends);
	while (my $state = pop @open) {
		next if $seen{"@$state"}++;
		push @ends, $state;
		for my $end (outcomes($self, $statement, @$state[1, 2])) {
			push @open, ['next', @$end[1, 2]] if $end->[0] =~ /^(next|continue)$/;
			push @ends, $end->[0] eq 'break' ? ['next', @$end[1, 2]] : $end if $end->[0] !~ /^(next|continue)$/;
		}
	}
	return @ends;
}

sub is_unbounded {
	my ($self) = @_;
	my @states = in_turn($self, $self->{body}, ['next', 1, 1], ['next', 0, 0]);
	$_->[0] =~ s/^goto$/next/ for @states;
	@states = in_turn($self, $self->{last}, @states);
	return scalar grep { $_->[0] =~ /^(next|continue)$/ && $_->[1] } @states;
}

# What a field says that is set back while there is a thread is not followed further, nor what was asked before another one is opened.
sub is_involved {
	my ($self) = @_;
	return grep { $_ eq 'again' || ($_ eq 'reset' && !$self->{is_null}) } map { kinds($_) } map { @{$self->{$_}} } qw(closing body last);
}

sub kinds {
	my ($kind, @parts) = @{$_[0]};
	return ($kind, map { kinds($_) } @parts);
}

# The label stands before the last statements: they must not jump there.
sub is_whole { return join('', map { text($_[0], 0, $_) } @{$_[0]{last}}) !~ /goto/ }

my @loops;
while (@loops < FUNCTIONS) {
	my $loop = make_loop();
	push @loops, $loop if is_whole($loop);
}
my $room = tempdir(CLEANUP => 1);
open my $file, '>', "$room/random.c" or die $!;
print $file "#include <pthread.h>\n#include <stdlib.h>\nint ask(void);\nvoid work(void);\nvoid *run(void *arg);\n",
	map { program_of($loops[$_], $_) } 0 .. $#loops;
close $file;
my ($status, $said, $err) = bounds_json($room, 'random.c');
ok $said, 'the checker answers' or diag $err;
my %is_reported = map { $_->{function} => 1 } grep { $_->{verdict} eq 'unbounded' } @{$said->{loops}};

my %count = map { $_ => 0 } qw(missed unbounded alive extra);
for my $number (0 .. $#loops) {
	my $is_reported = $is_reported{"f$number"};
	my $truth = is_unbounded($loops[$number]);
	$count{$truth ? 'unbounded' : 'alive'}++;
	if ($is_reported && !$truth && !is_involved($loops[$number])) {
		$count{extra}++;
		note 'reported: ', program_of($loops[$number], $number);
	}
	next if $is_reported || !$truth;
	$count{missed}++;
	diag 'missed: ', (map { $_->{reason} } grep { $_->{function} eq "f$number" } @{$said->{loops}}), "\n", program_of($loops[$number], $number);
}
cmp_ok $count{unbounded}, '>', FUNCTIONS / 8, "$count{unbounded} can create without limit";
cmp_ok $count{alive}, '>', FUNCTIONS / 8, "$count{alive} cannot";
is $count{missed}, 0, 'all that can create without limit are reported';
cmp_ok $count{extra}, '<', $count{alive} / 64, "$count{extra} others are";
done_testing;
