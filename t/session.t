#!/usr/bin/perl
# The tool's side of the channel, against an actor in the runtime's part that dies, hangs, leaves and lies.
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Temp qw(tempdir);
use Test::More;

my $tool = abs_path(($ENV{TREADLE_BUILD} || 'build') . '/treadle');
my $start = getcwd();
my $room = tempdir(CLEANUP => 1);
system("cc -Wall -Wextra -O1 -g -Isrc -o $room/actor t/session/actor.c") == 0 or die 'the actor does not compile';
chdir $room or die;

sub content {
	my ($name) = @_;
	open my $file, '<', $name or return '';
	local $/;
	my $text = <$file>;
	return defined $text ? $text : '';
}

# Exit status, and what must be in stdout (whose last line is the summary, if any) and stderr.
sub plays {
	my ($arguments, $code, $last, $err_pattern, $name) = @_;
	my $status = system("$tool $arguments </dev/null >out 2>err");
	my ($out, $err) = (content('out'), content('err'));
	subtest $name => sub {
		is $status, $code << 8, 'exit status' or diag $out, $err;
		like((split /\n/, $out)[-1] // '', $last, 'last line');
		like $err, $err_pattern, 'stderr';
	};
}

my $nothing = qr/\A\z/;

plays('-n 40000 ./actor', 0, qr/^stopped: 40000 classes, 40000 executions, 0 findings$/, $nothing, 'all pass, in several jobs');
plays('-n 40000 ./actor find 20000', 1, qr/^stopped: 20001 classes, 20001 executions, 1 findings$/, $nothing, 'a finding');
plays('-k -n 100 ./actor find 50', 1, qr/^stopped: 100 classes, 100 executions, 1 findings$/, $nothing, '... and on');
plays('-n 100 ./actor find 0', 1, qr/^stopped: 1 classes, 1 executions, 1 findings$/, $nothing, 'a finding at once');
plays('-s random ./actor die 7', 1, qr/^stopped: 7 classes, 8 executions, 1 findings$/, $nothing, 'the process dies');
plays('-n 20 ./actor die 7', 1, qr/^stopped: 19 classes, 20 executions, 1 findings$/, $nothing, '... which hides nothing after it');
plays('-k -n 20 ./actor die 7', 1, qr/^stopped: 19 classes, 20 executions, 1 findings$/, $nothing, '... and another goes on');
plays('./actor leave 7', 2, $nothing, qr/^treadle: the process ended by itself \(exit status 4\)$/, 'the process leaves');
plays('./actor early 0', 2, $nothing, qr/ended before main \(exit status 3\): a library is missing$/, 'no way to main');
plays('./actor unsupported 5', 2, $nothing, qr/^treadle: the program did something strange/, 'something unsupported');
plays('-n 9 ./actor flaky 5', 2, qr/ 0 findings$/, qr/did not replay/, 'a finding that does not replay');
like content('out'), qr/^1 finding did not replay and is not counted$/m, '... which is one';
plays('./actor exhaust 5', 0, qr/^complete: 6 classes, 6 executions, 0 findings$/, $nothing, 'nothing is left');
plays('-s random ./actor exhaust 5', 0, qr/^stopped: /, $nothing, '... which only a depth-first policy can know');
plays('-n 3 ./actor vary 0', 0, qr/^stopped: /, qr/is not deterministic/, 'no execution is like another');
plays('-n 3 ./actor vary-in-place 0', 0, qr/^stopped: /, qr/run in forked children/, '... unless forked');
plays('-n 3 --isolate inplace ./actor vary-in-place 0', 0, qr/^stopped: /, $nothing, '... or told not to look');
plays('-n 99 ./actor write 0', 0, qr/^stopped: /, qr/\A[^\n]*writes to files[^\n]*\n\z/, 'files are warned of once');
plays('-t 0.5 ./actor slow 0', 0, qr/^stopped: \d\d classes, /, $nothing, 'the time is up');
like content('out'), qr/^time was up after 0.5 s \(--time\)\nstopped/m, '... which is said';
plays('--watchdog 0.3 ./actor burn 9', 1, qr/^stopped: .* 1 findings$/, $nothing, 'an execution hangs');
plays('--watchdog 0.3 ./actor burn-deaf 9', 1, qr/^stopped: .* 1 findings$/, $nothing, '... and does not answer');
plays('--watchdog 0.3 ./actor block 9', 2, $nothing, qr/blocked for 0.3 seconds in the system call read/, 'a system call');
plays('--watchdog 0.3 ./actor block-deaf 9', 2, $nothing, qr/in the system call read/, '... and no answer');
plays('-t 0.2 ./actor block 0', 2, qr/^stopped: 0 classes, 0 executions, 0 findings$/m,
	qr/\Atreadle: warning: the first execution was not over .*: .* blocked for [\d.]+ seconds in the system call read.*\n\z/,
	'time is up in the first execution, which waits in a system call');
plays('-t 0.2 ./actor block 3', 2, qr/^stopped: 3 classes, 3 executions, 0 findings$/m,
	qr/\Atreadle: warning: an execution was not over .*: .* blocked for [\d.]+ seconds in the system call read.*\n\z/, '... in a later one');
plays('-t 0.2 ./actor burn-deaf 0', 2, qr/^stopped: 0 classes, 0 executions, 0 findings$/m,
	qr/\Atreadle: warning: the first execution was not over .*: no event for [\d.]+ seconds\n\z/, '... which computes and does not answer');
plays('-t 0.2 ./actor burn 3', 0, qr/^stopped: 3 classes, 3 executions, 0 findings$/m,
	qr/\Atreadle: warning: an execution was not over .*: no event for [\d.]+ seconds\n\z/, '... in a later one');

# What hangs when it is made again does not take longer than there is time, and a little.
my $began = time;
plays('-t 1 ./actor race 3', 1, qr/^stopped: 4 classes, 4 executions, 3 findings$/, $nothing, 'replays that hang');
cmp_ok time - $began, '<', 12, '... for a while';
like content('out'), qr/^unconfirmed: 3 data races among the findings were seen and did not replay$/m, '... the others are not even tried';
like content('out'), qr/^ +not made again: time was up; give more --time$/m, '... and it is said why';

# The second Ctrl-C does not wait for an execution that hangs.
sub interrupt_twice {
	my $child = fork();
	if ($child == 0) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', 'out';
		open STDERR, '>', 'err';
		exec $tool, './actor', @_;
	}
	for (1, 2) {
		select undef, undef, undef, 0.5;
		kill 'INT', $child;
	}
	waitpid $child, 0;
	return $?;
}
is interrupt_twice('burn', 3), 0, 'Ctrl-C twice in a hanging execution';
like content('out'), qr/^stopped: 3 classes, 3 executions, 0 findings$/, '... still gives the summary';
is interrupt_twice('burn', 0), 2 << 8, '... and if it is the first one, nothing was done';
like content('err'), qr/\Atreadle: warning: .* stopped before the first execution was over\n\z/, '... which is said';
is scalar(grep { (readlink $_ // '') eq "$room/actor" } glob '/proc/[0-9]*/exe'), 0, '... and leaves no process';

chdir $start;
done_testing();
