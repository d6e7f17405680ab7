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

# Whether a plain program can be linked with these flags here.
sub links {
	my ($compiler, @flags) = @_;
	open my $source, '>', "$room/empty.c" or die "empty.c: $!";
	print $source "int main(void) { return 0; }\n";
	close $source or die "empty.c: $!";
	return (run("$room", $compiler, @flags, '-o', 'empty', 'empty.c'))[0] == 0;
}

for my $file (sort glob("$root/t/refused/*.c")) {
	my $text = slurp($file);
	my ($name) = $file =~ m{(\w+)\.c$};
	my @flags = $text =~ m{^// flags: (.*)}m ? split(' ', $1) : ();
	my @options = $text =~ m{^// options: (.*)}m ? split(' ', $1) : ();
	my ($says) = $text =~ m{^// says: (.*)}m;
	my $compiler = $text =~ m{^// compiler: (\w+)}m ? $1 : 'gcc';
	my ($needed) = $text =~ m{^// needs: (.*)}m;
	next if $needed && !(is_installed($compiler) && links($compiler, split ' ', $needed));
	my ($status, $out, $err) = run("$room", $treadle, 'cc', "--compiler=$compiler", '-g', '-o', $name, $file, @flags);
	is("$status$out$err", '0', "$name compiles");
	($status, $out, $err) = run("$room", $treadle, '-q', @options, "./$name");
	is($status, 2, '... is refused');
	my $place = $text =~ m{^// place: library}m ? qr/\w+/ : qr/main at \S*\b$name\.c:\d+/;
	like($err, qr/^treadle: \Q$says\E, in $place\n\z/, '... and why');
	is($out, '', '... with no report');
}
done_testing;
