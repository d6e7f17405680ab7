# The files of a program of t/bounds as one text of C.  What two of them define for themselves, each under the same name, has the
# number of its file behind it: static functions and structs.  Files that have a main each are several programs.
package Joined;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use Loom;

our @EXPORT = qw(programs_of joined);

# What a file defines that another one may define as well.
sub names_of {
	my ($text) = @_;
	return ($text =~ /^static [\w ]+?[ *](\w+)\([^\n]*\)[;\n]/mg, $text =~ /^struct (\w+) \{/mg);
}

# Those that others include come before them.
sub in_order {
	my ($files) = @_;
	my $all = join '', values %$files;
	return sort { ($all =~ /^#include "\Q$b\E"/m) <=> ($all =~ /^#include "\Q$a\E"/m) || $a cmp $b } keys %$files;
}

sub rename_twice {
	my ($files) = @_;
	my ($number, %count) = 0;
	for my $text (values %$files) {
		my %is_here = map { $_ => 1 } names_of($text);
		$count{$_}++ for keys %is_here;
	}
	for my $file (sort keys %$files) {
		$number++;
		$files->{$file} =~ s/\b\Q$_\E\b/${_}_$number/g for grep { $count{$_} > 1 } sort keys %count;
	}
}

sub has_main { return slurp($_[0]) =~ /^int main\(/m }

# The files of each of its programs.
sub programs_of {
	my ($program) = @_;
	my @mains = grep { has_main($_) } @{$program->{files}};
	return [@{$program->{files}}] if @mains < 2;
	return map { [$_, grep { !has_main($_) } @{$program->{files}}] } @mains;
}

# The text of some of a program's files, and what is said about which of its lines.
sub joined {
	my ($program, @names) = @_;
	my %files = map { basename($_) => slurp($_) } @names;
	my ($text, %said) = '';
	rename_twice(\%files);
	for my $file (in_order(\%files)) {
		my $above = $text =~ tr/\n//;
		for my $place (grep { /^\Q$file\E:/ } keys %{$program->{loops}}) {
			$said{$above + ($place =~ s/.*://r)} = $program->{loops}{$place}{verdict};
		}
		$text .= $files{$file};
	}
	$text =~ s/^#include "\Q$_\E"//mg for keys %files;
	return ($text, %said);
}

1;
