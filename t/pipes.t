#!/usr/bin/perl
# Pipes between threads in a systematic search: `trace` has the classes of brute force, each once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

my %too_large = (pipe_stages => 1); # for brute force

sub explored {
	my ($binary, $equivalence) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --races off --time 60 --classes classes --equivalence), $equivalence, $binary);
	my $classes = -e "$room/classes" ? slurp("$room/classes") =~ s/ \d+$//mgr : 'none';
	my ($last) = $out =~ /(.*)\n\z/;
	return { last => $last // "nothing, $err", classes => $classes };
}

for my $program (programs('ok'), programs('bad')) {
	next if $program->{name} !~ /^(pipe_(stages|workers|shared_reader|under_lock|deadlock)|ownership_pipe)$/;
	my ($binary, $messages) = weave($program, 'gcc');
	ok($binary, "$program->{name} compiles") or diag($messages), next;
	my $trace = explored($binary, 'trace');
	like($trace->{last}, qr/^complete: (\d+) classes, \1 executions, /, "$program->{name} is explored completely");
	next if $too_large{$program->{name}};
	my $all = explored($binary, 'interleaving');
	is($trace->{classes}, $all->{classes}, '... with the classes of brute force');
	is($trace->{last} =~ s/.*,//r, $all->{last} =~ s/.*,//r, '... and its findings');
}
done_testing;
