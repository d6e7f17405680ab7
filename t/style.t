#!/usr/bin/perl
# What can be said about the source without reading it.
use strict;
use warnings;
use Cwd qw(getcwd);
use Test::More;

my $build = $ENV{TREADLE_BUILD} || 'build';
my @files = grep { -f && !/\.t$/ } map { glob } qw(src/*/* src/*/*/* src/*/*/*/* include/*/* mk/* examples/*/* doc/* share/* share/*/* t/lib/* t/*/*.c t/*/*.cc
						    Makefile README.md ARCHITECTURE.md .ci/run);

for my $file (sort @files) {
	open my $in, '<', $file or die "$file: $!";
	local $/;
	my $text = <$in>;
	my @wrong;
	push @wrong, 'an unfinished place' if $text =~ /\b(FIXME|XXX)\b|\bTODO\b/;
	push @wrong, 'a path of one machine' if $text =~ m{/home/\w|/root/};
	push @wrong, 'a blank at the end of a line' if $text =~ /[ \t]\n/;
	push @wrong, 'no newline at the end' if $text !~ /\n\z/;
	push @wrong, 'names built by pasting' if $file =~ /\.[ch]$/ && $text =~ /\w\s*##\s*\w/;
	is(join(', ', @wrong), '', $file);
}

# The runtime puts the program's memory back between executions, but not its own, which lies in one section of its own: a
# variable that is elsewhere would be put back, or counted as the program's.
my @stray;
for (`objdump -t $build/libtreadle-rt.a`) {
	my ($section, $size, $name) = /^[0-9a-f]{16} .{7} (\S+)\t([0-9a-f]+) (?:\.hidden )?(\S+)/ or next;
	next if $name =~ /^DW\.ref\./; # a constant of the compiler
	push @stray, "$name in $section" if $section =~ /^\.(bss|data|tbss|tdata)(?!\.rel\.ro)/ && hex($size) > 0;
}
is(join("\n", sort @stray), '', 'all state of the runtime lies in td_state');

# What is installed must not know where it was built.
my $here = getcwd();
for my $file (grep { -e } map { "$build/$_" } qw(treadle treadle-weave libtreadle-rt.a libtreadle-stub.a libtreadle-sync.a)) {
	open my $in, '<:raw', $file or die "$file: $!";
	local $/;
	ok(index(<$in>, $here) < 0, "$file has no path of the build tree in it");
}
done_testing;
