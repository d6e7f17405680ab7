#!/usr/bin/perl
# Flags that are bits of a number (src/bounds/flags.c): random loops set, clear, turn over and ask for bits, some of it only where an
# unknown function says so, and create a thread in some rounds.  All that a loop can do is tried: it creates without limit if it can
# come back to a number after it has created.  No such loop may be called bounded, and of the others a good part must be.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";
my $seed = 5;
my $loops = $is_long ? 2000 : 300;
use constant ALL => 7;

sub below {
	$seed = ($seed * 1103515245 + 12345) % 2147483648;
	return int($seed / 65536) % $_[0];
}

# A statement is its text and what it makes of a number: the numbers that are possible behind it, or none if the round ends there.
sub change {
	my $bits = 1 + below(ALL);
	my @changes = (["flags |= $bits;", sub { $_[0] | $bits }], ["flags |= $bits;", sub { $_[0] | $bits }],
		       ["flags &= ~$bits;", sub { $_[0] & ~$bits & ALL }], ["flags &= $bits;", sub { $_[0] & $bits }],
		       ["flags = $bits;", sub { $bits }], ["flags ^= $bits;", sub { $_[0] ^ $bits }]);
	return @{$changes[below(scalar @changes)]};
}

sub question {
	my $bits = 1 + below(ALL);
	my @questions = (["flags & $bits", sub { ($_[0] & $bits) != 0 }], ["!(flags & $bits)", sub { ($_[0] & $bits) == 0 }],
			 ["(flags & $bits) == 0", sub { ($_[0] & $bits) == 0 }], ["($bits & flags) != 0", sub { ($_[0] & $bits) != 0 }],
			 ["(flags & $bits) == $bits", sub { ($_[0] & $bits) == $bits }]);
	return @{$questions[below(scalar @questions)]};
}

# What a round does: a list of [kind, text, code...].
sub round {
	my @round;
	for (1 .. 1 + below(3)) {
		my ($text, $act) = change();
		my ($asked, $ask) = question();
		my $kind = below(6);
		push @round, ['change', $text, sub { 1 }, $act] if $kind == 0;
		push @round, ['maybe', "if (ask()) $text", undef, $act] if $kind == 1;
		push @round, ['change', "if ($asked) $text", $ask, $act] if $kind == 2;
		push @round, ['guard', "if ($asked) continue;", $ask] if $kind > 2;
	}
	my ($asked, $ask) = question();
	push @round, ['guard', "if ($asked) continue;", $ask];
	my @mark = change();
	my @create = ['create', 'pthread_create(&t, NULL, work, NULL);'];
	return (@round, below(2) ? (['change', $mark[0], sub { 1 }, $mark[1]], @create) : (@create, ['change', $mark[0], sub { 1 }, $mark[1]]));
}

# All ends of a round that begins with this number, as "number created".
sub ends_of {
	my ($flags, @round) = @_;
	my %at = ("$flags 0" => 1);
	my %ended;
	for my $step (@round) {
		my ($kind, $text, $ask, $act) = @$step;
		my %next;
		for (keys %at) {
			my ($number, $created) = split;
			if ($kind eq 'guard' && $ask->($number)) {
				$ended{$_} = 1;
				next;
			}
			$created = 1 if $kind eq 'create';
			$next{"$number $created"} = 1 if $kind ne 'change' || !$ask->($number);
			$next{$act->($number) . " $created"} = 1 if $kind eq 'maybe' || ($kind eq 'change' && $ask->($number));
		}
		%at = %next;
	}
	return (keys %at, keys %ended);
}

# Whether it can come back to a number after it has created.
sub is_unbounded {
	my (@round) = @_;
	my @next = map { [ends_of($_, @round)] } 0 .. ALL;
	my $reach = sub {
		my (@begin) = @_;
		my %seen;
		while (defined(my $flags = shift @begin)) {
			push @begin, map { (split)[0] } @{$next[$flags]} if !$seen{$flags}++;
		}
		return \%seen;
	};
	for my $flags (keys %{$reach->(0)}) {
		for (@{$next[$flags]}) {
			my ($number, $created) = split;
			return 1 if $created && $reach->($number)->{$flags};
		}
	}
	return 0;
}

my $text = "#include <pthread.h>\nint ask(void);\nvoid *work(void *arg);\n";
my (@line, @unbounded);
for my $i (1 .. $loops) {
	my @round = round();
	$unbounded[$i] = is_unbounded(@round);
	$text .= "static unsigned flags_$i;\nvoid run_$i(void)\n{\npthread_t t;\n";
	$line[$i] = 1 + $text =~ tr/\n//;
	$text .= "while (ask()) {\n" . join('', map { "$_->[1]\n" =~ s/\bflags\b/flags_$i/gr } @round) . "}\n}\n";
}
my $room = tempdir(CLEANUP => 1);
open my $out, '>', "$room/bits.c" or die "bits.c: $!";
print $out $text;
close $out;
my ($status, $said) = bounds_json($room, 'bits.c');
is scalar(@{$said->{failed}}), 0, 'the program is understood';
my %verdict = map { $_->{line} => $_->{verdict} } @{$said->{loops}};
sub says { return ($verdict{$line[$_[0]]} // 'none') eq $_[1] }
my @wrong = grep { $unbounded[$_] && !says($_, 'unbounded') } 1 .. $loops;
is join(' ', @wrong), '', 'what creates without limit is not called bounded';
my $limited = grep { !$unbounded[$_] } 1 .. $loops;
my $known = grep { !$unbounded[$_] && !says($_, 'unbounded') } 1 .. $loops;
cmp_ok $loops - $limited, '>', $loops / 5, $loops - $limited . " of $loops loops create without limit";
cmp_ok $known, '>', $limited / 4, "of $limited others, $known are known to be bounded";
diag $text =~ /(void run_$wrong[0]\(.*?\n\}\n\}\n)/s if @wrong;
done_testing;
