# The programs of t/guide, which have the faults that "Guided test for detecting concurrency errors" (Rungta and Mercer)
# was measured with, and trials of `treadle guide` on them.
#
# A program says in its first comment lines where it is to be guided to; @name stands for the FILE:LINE of the line with
# /* @name */, in the program or in a header beside it:
#
#   // places: write:@first, read:@second
#
# A trial succeeds if an execution comes there and fails.
package GuideStudy;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Temp ();
use JSON::PP qw(decode_json);
use List::Util qw(max min sum);
use Loom;

our @EXPORT = qw(subject trial trials density spread);

my %known; # subjects by the names of their programs

sub marks {
	my ($file) = @_;
	my (%mark, $line);
	for (split /\n/, slurp($file)) {
		$line++;
		$mark{$1} = basename($file) . ":$line" if m{/\* \@(\w+) \*/};
	}
	return %mark;
}

# The program of this name: compiled, and with its places as a list of arguments for --at.
sub subject {
	my ($name) = @_;
	return $known{$name} //= do {
		my $file = "$root/t/guide/$name.c";
		my %mark = map { marks($_) } glob(dirname($file) . '/*.h'), $file;
		my ($places) = slurp($file) =~ m{^// places: (.+)$}m or die "$file has no places";
		$places =~ s/(?<!\w)\@(\w+)/$mark{$1} or die "$file: no line is marked \@$1"/ge;
		my ($binary, $messages) = weave({ file => $file, name => $name, flags => [] }, has_weaver() ? 'clang' : 'gcc');
		die "$file cannot be compiled:\n$messages" if !$binary;
		{ name => $name, binary => $binary, places => [split /\s*,\s*/, $places], room => File::Temp->newdir };
	};
}

# One trial: what `treadle guide --format json` says.  PLACES: the numbers of those that are asked for, instead of all;
# IS_SEARCHED: all orders are looked at as well.
sub trial {
	my ($subject, $arguments, $seed, %more) = @_;
	my @places = @{$subject->{places}};
	@places = @places[@{$more{places}}] if $more{places};
	my ($status, $out, $err) =
		run("$subject->{room}", $treadle, qw(guide -q --format json --failing --output-trace one.trd), '--seed', $seed,
		    $more{is_searched} ? () : '--guided-only', '--at', join(',', @places), @{$more{options} // []},
		    $subject->{binary}, @$arguments);
	unlink "$subject->{room}/one.trd";
	my $said = eval { decode_json($out) } or die "$subject->{name} @$arguments, seed $seed: status $status\n$out$err";
	return $said;
}

# Those with the seeds from 1.
sub trials {
	my ($subject, $arguments, $count, %more) = @_;
	return map { trial($subject, $arguments, $_, %more) } 1 .. $count;
}

sub density {
	my (@trials) = @_;
	return grep({ $_->{verdict} eq 'reached' } @trials) / @trials;
}

# The least, the average and the most of a figure in the trials that succeeded; nothing if none has.
sub spread {
	my ($figure, @trials) = @_;
	my @values = map { $figure->($_) } grep { $_->{verdict} eq 'reached' } @trials;
	return @values ? (min(@values), sum(@values) / @values, max(@values)) : ();
}

1;
