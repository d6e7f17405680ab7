# Drawing lots by a generator of our own, so that a seed is the same program everywhere, whatever perl does with srand.
package Lots;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(begin_lots below one_of);

my $state;

sub begin_lots { ($state) = @_ }

# 0 to n - 1; the lower bits of such a generator come round soon.
sub below {
	my ($n) = @_;
	$state = ($state * 1103515245 + 12345) % 2147483648;
	return int($state / 65536) % $n;
}

sub one_of { return $_[below(scalar @_)] }

1;
