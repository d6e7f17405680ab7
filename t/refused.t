#!/usr/bin/perl
# What Treadle cannot control is refused at once, with one line that says what it is and where, and status 2; never reported as
# something that is wrong with the program.  A program says in its first lines which line that is.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use File::Temp ();
use Test::More;

my $room = File::Temp->newdir;

for my $file (sort glob("$root/t/refused/*.c")) {
	my $text = slurp($file);
	my ($name) = $file =~ m{(\w+)\.c$};
	my @flags = $text =~ m{^// flags: (.*)}m ? split(' ', $1) : ();
	my @options = $text =~ m{^// options: (.*)}m ? split(' ', $1) : ();
	my ($says) = $text =~ m{^// says: (.*)}m;
	my ($status, $out, $err) = run("$room", $treadle, 'cc', '--compiler=gcc', '-g', '-o', $name, $file, @flags);
	is("$status$out$err", '0', "$name compiles");
	($status, $out, $err) = run("$room", $treadle, '-q', @options, "./$name");
	is($status, 2, '... is refused');
	like($err, qr/^treadle: \Q$says\E, in main at \S*\b$name\.c:\d+\n\z/, '... and why');
	is($out, '', '... with no report');
}
done_testing;
