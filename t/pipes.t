#!/usr/bin/perl
# Descriptors between threads, and cancellation, in a systematic search: `trace` has the classes of brute force, each once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp ();
use Loom;
use Test::More;

# For brute force.
my %too_large = map { $_ => 1 } qw(pipe_stages stream_on_pipe stream_shared_log select_server cancel_workers);
my @names = qw(pipe_stages pipe_workers pipe_shared_reader pipe_under_lock pipe_deadlock ownership_pipe poll_two_pipes event_loop
	       socketpair_echo nonblocking_loop select_server epoll_order stream_on_pipe stream_shared_log
	       cancel_workers cancel_cleanup cancel_points);

sub explored {
	my ($binary, $equivalence) = @_;
	my $room = File::Temp->newdir;
	my ($status, $out, $err) = run($room, $treadle, qw(-q -k --races off --time 60 --classes classes --equivalence), $equivalence, $binary);
	my $classes = -e "$room/classes" ? slurp("$room/classes") =~ s/ \d+$//mgr : 'none';
	my ($last) = $out =~ /(.*)\n\z/;
	return { last => $last // "nothing, $err", classes => $classes };
}

for my $program (programs('ok'), programs('bad')) {
	next if !grep { $_ eq $program->{name} } @names;
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
