#!/usr/bin/perl
# Reads commands from standard input and prints those that compile one file as compile_commands.json.
use strict;
use warnings;
use Cwd qw(getcwd);
use JSON::PP;

my %entry;
while (my $command = <STDIN>) {
	chomp $command;
	my ($object, $file) = $command =~ / -c -o (\S+) (\S+\.cc?)$/ or next;
	$entry{$file} //= {directory => getcwd(), command => $command, file => $file, output => $object};
}
die "compile_commands.pl: no command compiles anything\n" if !%entry;
print JSON::PP->new->pretty->canonical->encode([map { $entry{$_} } sort keys %entry]);
