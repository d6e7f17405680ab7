#!/usr/bin/perl
# treadle bounds on random control flow, against brute force: functions made of loops, switches and jumps whose conditions may all
# be either way; half of them are C++, where all that is called in a try may throw, and any handler
# around it may be the one for that: types are not looked at.  Each is also compiled into a list of steps, and all that may happen is walked through: whether a creation can
# come after a creation, or a function that calls itself create more with every call.
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

use constant FUNCTIONS => 4000;

begin_lots(7);

# A statement is [kind, parts...].  What may stand where: break in loops and switches, continue in loops.
sub leaf {
	my ($in) = @_;
	my @kinds = ('work', 'work', 'create', 'return', $in->{recursion} ? ('again', 'again', 'return_again') : ());
	push @kinds, 'break', 'break' if $in->{loop} || $in->{switch};
	push @kinds, 'continue' if $in->{loop};
	push @kinds, 'goto' if $in->{label};
	push @kinds, 'throw' if $in->{try};
	return [$kinds[below(scalar @kinds)]];
}

sub statement {
	my ($depth, $in) = @_;
	return leaf($in) if !$depth || !below(3);
	my @kinds = ('if', 'else', 'else', 'switch', 'block', 'once', $in->{recursion} ? () : ('while', 'do', 'endless'),
		     $in->{cxx} ? ('try', 'try') : ());
	my $kind = $kinds[below(scalar @kinds)];
	my %inner = %$in;
	$inner{loop} = 1 if $kind =~ /^(while|do|endless|once)$/;
	$inner{switch} = 1 if $kind eq 'switch';
	return ['try', statement($depth - 1, { %inner, try => 1 }), statement($depth - 1, \%inner)] if $kind eq 'try';
	my $parts = $kind eq 'else' ? 2 : $kind =~ /^(block|switch)$/ ? 2 + below(2) : 1;
	return [$kind, map { statement($depth - 1, \%inner) } 1 .. $parts];
}

# The text of a statement, in braces where it is a part.
sub text {
	my ($kind, @parts) = @{$_[0]};
	my @inner = map { '{ ' . text($_) . ' }' } @parts;
	return { work => 'work();', create => 'pthread_create(&t, NULL, run, NULL);', return => 'return 0;', break => 'break;',
		 continue => 'continue;', again => 'ME();', return_again => 'return ME();', goto => 'goto out;', throw => 'throw 1;' }->{$kind} if !@parts;
	return join ' ', @inner if $kind eq 'block';
	return "if (ask()) $inner[0]" if $kind eq 'if';
	return "if (ask()) $inner[0] else $inner[1]" if $kind eq 'else';
	return "while (ask()) $inner[0]" if $kind eq 'while';
	return "do $inner[0] while (ask());" if $kind eq 'do';
	return "do $inner[0] while (0);" if $kind eq 'once';
	return "for (;;) $inner[0]" if $kind eq 'endless';
	return "try { work(); $inner[0] } catch (int) $inner[1]" if $kind eq 'try';
	my $number = 0;
	return 'switch (ask()) { ' . join(' ', map { 'case ' . $number++ . ": " . text($_) } @parts) . ' }';
}

# Steps: [kind, following...]; targets are filled in when they are known.
sub compile {
	my ($steps, $statement, $break, $continue, $out, $throw) = @_;
	my ($kind, @parts) = @$statement;
	my $add = sub { push @$steps, [@_]; return $#$steps };
	my $inner = sub { compile($steps, $_[0], $_[1] // $break, $_[2] // $continue, $out, $_[3] // $throw) };
	if (!@parts) {
		my $step = $add->($kind =~ /again/ ? 'again' : $kind eq 'return' ? 'end' : $kind);
		my $to = { break => $break, continue => $continue, goto => $out, throw => [] }->{$kind};
		push @$to, $step if $to;
		push @$_, $step for $kind =~ /work|create|again|throw/ ? @{$throw // []} : ();
		push @{$steps->[$step]}, $step + 1 if !$to && $kind ne 'return';
		$add->('end') if $kind eq 'return_again';
		return;
	}
	my ($breaks, $continues) = ([], []);
	if ($kind eq 'block') {
		$inner->($_) for @parts;
	} elsif ($kind =~ /^(if|else)$/) {
		my $ask = $add->('ask', @$steps + 1);
		$inner->($parts[0]);
		my $skip = $kind eq 'else' ? $add->('jump') : undef;
		push @{$steps->[$ask]}, scalar @$steps;
		$inner->($parts[1]) if $kind eq 'else';
		push @{$steps->[$skip]}, scalar @$steps if $kind eq 'else';
	} elsif ($kind eq 'try') {
		my @thrown = $add->('work', @$steps + 1);
		push @$_, @thrown for @{$throw // []};
		$inner->($parts[0], undef, undef, [\@thrown, @{$throw // []}]);
		my $skip = $add->('jump');
		push @{$steps->[$_]}, scalar @$steps for @thrown;
		$inner->($parts[1]);
		push @{$steps->[$skip]}, scalar @$steps;
	} elsif ($kind eq 'switch') {
		my $ask = $add->('ask');
		for (@parts) {
			push @{$steps->[$ask]}, scalar @$steps;
			$inner->($_, $breaks);
		}
		push @{$steps->[$ask]}, scalar @$steps;
	} else {
		my $head = @$steps;
		my $ask = $kind eq 'while' ? $add->('ask', $head + 1) : undef;
		$inner->($parts[0], $breaks, $continues);
		my $end = @$steps;
		$kind eq 'do' ? $add->('ask', $head, $end + 1) : $kind eq 'once' ? $add->('jump', $end + 1) : $add->('jump', $head);
		push @{$steps->[$_]}, $end for @$continues;
		push @{$steps->[$ask]}, scalar @$steps if defined $ask;
	}
	push @{$steps->[$_]}, scalar @$steps for @$breaks;
}

# Everything that can be reached from a step, by way of the others; not the step itself unless there is a way back.
sub reached {
	my ($steps, $from, $avoided) = @_;
	my (%seen, @open);
	push @open, @{$steps->[$from]}[1 .. $#{$steps->[$from]}];
	while (@open) {
		my $at = pop @open;
		next if $seen{$at}++;
		push @open, @{$steps->[$at]}[1 .. $#{$steps->[$at]}] if !$avoided || $steps->[$at][0] ne $avoided;
	}
	return \%seen;
}

sub is_cxx { return $_[0] % 4 > 1 }

sub make_function {
	my ($number, $is_recursion) = @_;
	my %in = ($is_recursion ? 'recursion' : 'label' => 1, cxx => is_cxx($number));
	my $body = ['block', map { statement(3, \%in) } 1 .. 3];
	$body = ['endless', ['block', map { statement(3, { %in, loop => 1 }) } 1 .. 3]] if !$is_recursion;
	my ($steps, @out) = [['start', 1]];
	compile($steps, $body, [], [], \@out);
	push @{$steps->[$_]}, scalar @$steps for @out;
	push @$steps, ['end'];
	my $text = text($body) =~ s/\bME\b/f$number/gr;
	my $label = $text =~ /goto out/ ? 'out: ' : '';
	return { steps => $steps, text => "int f$number(void) { pthread_t t; (void)t; $text ${label}return 0; }", is_recursion => $is_recursion };
}

# Steps of a kind that are ever done.
sub done {
	my ($steps, $kind) = @_;
	my $seen = reached($steps, 0);
	return grep { $seen->{$_} && $steps->[$_][0] eq $kind } 0 .. $#$steps;
}

sub is_unbounded {
	my ($steps, $is_recursion) = @{$_[0]}{qw(steps is_recursion)};
	my @creations = done($steps, 'create');
	return 0 if !@creations;
	for my $creation (@creations) {
		my $after = reached($steps, $creation);
		return 1 if $after->{$creation};
		return 1 if grep { $after->{$_} } done($steps, 'again');
	}
	# Who has called itself goes on only if there is a way to the end without another call.
	my $straight = reached($steps, 0, 'again');
	return 0 if !$is_recursion || !grep { $straight->{$_} && $steps->[$_][0] eq 'end' } 0 .. $#$steps;
	for my $again (done($steps, 'again')) {
		my $after = reached($steps, $again);
		return 1 if grep { $after->{$_} } @creations;
		return 1 if (grep { $after->{$_} } done($steps, 'again')) && grep { $straight->{$_} } @creations;
	}
	return 0;
}

# What is never done, or never comes back, is of no interest to anybody, and the checker does not look for it.
sub is_alive {
	my ($steps) = $_[0]{steps};
	my $straight = reached($steps, 0, 'again');
	my $written = grep { $_->[0] =~ /^(create|again)$/ } @$steps;
	return $written == done($steps, 'create') + done($steps, 'again') && (grep { $straight->{$_} && $steps->[$_][0] eq 'end' } 0 .. $#$steps);
}

my @functions;
while (@functions < FUNCTIONS) {
	my $function = make_function(scalar @functions, @functions % 2);
	push @functions, $function if is_alive($function);
}
my $room = tempdir(CLEANUP => 1);
for my $name ('random.c', 'random.cc') {
	open my $file, '>', "$room/$name" or die $!;
	print $file "#include <pthread.h>\nint ask(void);\nvoid work(void);\nvoid *run(void *arg);\n",
		map { "$functions[$_]{text}\n" } grep { is_cxx($_) == ($name =~ /cc$/) } 0 .. $#functions;
	close $file;
}
my ($status, $said, $err) = bounds_json($room, '--loops', 20, 'random.c', 'random.cc');
ok $said, 'the checker answers' or diag $err;
is_deeply $said->{failed}, [], 'the files are understood';
my %is_reported = map { $_->{function} => 1 } grep { $_->{verdict} eq 'unbounded' } @{$said->{loops}};

my %count = (missed => 0, extra => 0, unbounded => 0, bounded => 0);
for my $number (0 .. $#functions) {
	my ($truth, $reported) = (is_unbounded($functions[$number]), $is_reported{"f$number"} ? 1 : 0);
	$count{$truth ? 'unbounded' : 'bounded'}++;
	if ($truth && !$reported) {
		$count{missed}++;
		diag "missed: $functions[$number]{text}";
	}
	if (!$truth && $reported) {
		$count{extra}++;
		diag "reported: $functions[$number]{text}";
	}
}
cmp_ok $count{unbounded}, '>', FUNCTIONS / 8, "$count{unbounded} can create without limit";
cmp_ok $count{bounded}, '>', FUNCTIONS / 8, "$count{bounded} cannot";
is $count{missed}, 0, 'all that can create without limit are reported';
is $count{extra}, 0, 'and no others';
done_testing;
