# Random loops that may create threads: which of them can do so without limit, by going through all their states, against what the
# checker of bounds says.
package RandomLoops;

use strict;
use warnings;
use Bounds;
use Exporter qw(import);
use File::Temp qw(tempdir);
use Test::More;

our @EXPORT = qw(creates_for_ever compare_with_checker);

# A loop whose rounds begin in a state; $rounds gives for one what may follow: [the state of the next round, whether a thread was
# created].  Without limit is a creation on a way that comes back to where it was.
sub creates_for_ever {
	my ($first, $rounds) = @_;
	my %next;
	my $reached = sub {
		my (%seen, @open);
		push @open, @_;
		while (@open) {
			my $state = pop @open;
			next if $seen{$state}++;
			push @open, map { $_->[0] } @{$next{$state} //= [$rounds->($state)]};
		}
		return \%seen;
	};
	for my $state (keys %{$reached->($first)}) {
		return 1 if grep { $_->[1] && $reached->($_->[0])->{$state} } @{$next{$state}};
	}
	return 0;
}

# The texts of functions f0, f1, ..., behind what they need, and for each whether it creates without limit.
sub compare_with_checker {
	my ($head, $texts, $truths, $most_extra) = @_;
	my $room = tempdir(CLEANUP => 1);
	open my $file, '>', "$room/random.c" or die $!;
	print $file $head, @$texts;
	close $file;
	my ($status, $said, $err) = bounds_json($room, 'random.c');
	ok $said, 'the checker answers' or diag $err;
	my %verdict = map { $_->{function} => $_->{verdict} } @{$said->{loops}};
	my %count = map { $_ => 0 } qw(missed unbounded bounded extra);
	for my $number (0 .. $#$texts) {
		my ($is_reported, $truth) = (($verdict{"f$number"} // '') eq 'unbounded', $truths->[$number]);
		$count{$truth ? 'unbounded' : 'bounded'}++;
		$count{extra}++ if $is_reported && !$truth;
		next if $is_reported || !$truth;
		$count{missed}++;
		diag "missed: ", $texts->[$number];
	}
	cmp_ok $count{unbounded}, '>', @$texts / 8, "$count{unbounded} can create without limit";
	cmp_ok $count{bounded}, '>', @$texts / 8, "$count{bounded} cannot";
	is $count{missed}, 0, 'all that can create without limit are reported';
	cmp_ok $count{extra}, '<', $count{bounded} * $most_extra, "of the others $count{extra} are";
}

1;
