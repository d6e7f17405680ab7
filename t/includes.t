#!/usr/bin/perl
# A folder is a stage of the data's way; a file includes its own folder, base/, wire/ and stages before it.  The runtime is
# another process: it shares nothing with the tool but wire/.
use strict;
use warnings;
use Test::More;

my @stages = qw(weave trace explore check explain report bounds cli);
my %may = (rt => [qw(rt wire)], sync => [qw(sync wire)], wire => [qw(wire)], base => [qw(base)]);
for my $i (0 .. $#stages) {
	$may{$stages[$i]} = ['base', 'wire', @stages[0 .. $i]];
}

# explore/explore.h and report/report.h need not name their own folder.
sub folder_of {
	my ($name, $own) = @_;
	return $name =~ m{^(\w+)/} ? $1 : $own;
}

for my $file (sort glob 'src/*/*.[ch]') {
	my ($own) = $file =~ m{^src/(\w+)/};
	my @wrong;
	open my $in, '<', $file or die "$file: $!";
	while (<$in>) {
		next if !/^\s*#\s*include\s+"([^"]+)"/;
		my $folder = folder_of($1, $own);
		push @wrong, "line $.: $1" if !grep { $_ eq $folder } @{$may{$own} || []};
	}
	is(join(', ', @wrong), '', "$file includes only what comes before it");
}
done_testing;
