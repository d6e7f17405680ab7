#!/usr/bin/perl
# Makes doc/explain-study.md: the first sentence about each program of t/bad.  perl t/explain/study.pl >doc/explain-study.md
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Loom;

print <<'END';
# What is said first about the programs of t/bad

Each program of `t/bad` has one bug. These are the first lines of its reports, without the name of the program, as
`perl t/explain/study.pl` prints them: the cause where other orders tell it, and otherwise what went wrong, with the
next line where that says that it fails in every order. Data races are left out (`--races off`) where the program fails
without them.

| program | first sentence |
| --- | --- |
END

sub first_sentence {
	my ($program, @options) = @_;
	my ($binary, $messages) = weave($program, 'gcc');
	return "cannot be compiled: $messages" if !$binary;
	my (undef, undef, $out) = explore($program, $binary, '-q', '--explain', 5, @options);
	my ($line, $next) = $out =~ /^\Q$program->{name}\E: (.*)$/mg;
	return undef if !defined $line;
	return $line . (($next // '') =~ /^it fails in every order/ ? "; $next" : '');
}

for my $program (programs('bad')) {
	next if $program->{needs} && !is_installed($program->{needs});
	my @off = ($program->{expect} // '') =~ /race/ ? () : qw(--races off);
	my $line = first_sentence($program, @off) // first_sentence($program) // 'nothing was found';
	$line =~ s/\|/\\|/g;
	print "| `$program->{name}` | $line |\n";
}
