#!/usr/bin/perl
# The command line: exit codes, messages, and what happens to wrong input and to files that exist.
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Temp qw(tempdir);
use JSON::PP qw(decode_json);
use Test::More;

my $tool = abs_path(($ENV{TREADLE_BUILD} || 'build') . '/treadle');
my $sources = abs_path('t/cli');
my $start = getcwd();
my $room = tempdir(CLEANUP => 1);
chdir $room or die;

# Runs a command line; gives exit status (or "signal N"), stdout and stderr.
sub run {
	my ($line) = @_;
	my $status = system("$line >out 2>err");
	my $code = $status & 127 ? 'signal ' . ($status & 127) : $status >> 8;
	return ($code, content('out'), content('err'));
}

sub content {
	my ($name) = @_;
	open my $file, '<:raw', $name or return '';
	local $/;
	my $text = <$file>;
	return defined $text ? $text : '';
}

sub put {
	my ($name, $text) = @_;
	open my $file, '>:raw', $name or die;
	print $file $text;
	close $file;
}

sub treadle { return run("$tool $_[0] </dev/null") }

# Exit status, one line on stderr that matches, nothing on stdout.
sub refuses {
	my ($arguments, $code, $pattern, $name) = @_;
	my ($got, $out, $err) = treadle($arguments);
	subtest $name => sub {
		is $got, $code, 'exit status';
		like $err, $pattern, 'message';
		like $err, qr/\Atreadle: [^\n]+\n\z/, 'in one line';
		is $out, '', 'nothing else';
	};
}

sub last_line { return (split /\n/, $_[0])[-1] // '' }

my $summary = qr/^(complete|bounded|stopped): \d+ classes, \d+ executions, \d+ findings$/;

# Programs to work with.
for my $name ('fine', 'deadlock', 'hides', 'wants_memory') {
	my ($code, $out, $err) = treadle("cc -g -O1 -o $name $sources/$name.c");
	is $code, 0, "$name compiles" or diag $err;
}

# Wrong usage.
my ($code, $out, $err) = treadle('');
is $code, 64, 'no arguments: wrong usage';
like $err, qr/^usage: treadle/, '... and the overview';
refuses('--nonsense ./fine', 64, qr/unknown option --nonsense/, 'unknown option');
refuses('--sede 3 ./fine', 64, qr/--sede; did you mean --seed\?/, 'misspelt option');
refuses('-Z ./fine', 64, qr/unknown option -Z/, 'unknown letter');
refuses('--seed many ./fine', 64, qr/--seed wants a number, not 'many'/, 'a number that is none');
refuses('--seed -1 ./fine', 64, qr/--seed wants a number/, 'a negative number');
refuses('--seed 99999999999999999999999 ./fine', 64, qr/--seed wants a number/, 'a number too big');
refuses('--executions 0 ./fine', 64, qr/--executions must be at least 1/, 'a number too small');
refuses('--max-events 99999999 ./fine', 64, qr/--max-events must be at most/, 'more events than there can be');
refuses('--time soon ./fine', 64, qr/--time wants a number of seconds, or 90s, 2m, 1h, not 'soon'/, 'a time that is none');
refuses("--watchdog $_ ./fine", 64, qr/--watchdog wants a number of seconds/, "... $_") for qw(5d 1mm -3s s nan);
refuses('--seed', 64, qr/--seed wants a value/, 'a value missing');
refuses('--quiet=1 ./fine', 64, qr/--quiet takes no value/, 'a value too many');
refuses('--isolate maybe ./fine', 64, qr/--isolate is one of auto, inplace, fork/, 'a word not in the list');
refuses('--strategy luck ./fine', 64, qr/unknown strategy 'luck'/, 'unknown strategy');
refuses('--strategy pct:9 ./fine', 64, qr/pct:9: wants a number from 1 to 5/, 'PCT too deep');
refuses('--equivalence luck ./fine', 64, qr/equivalence luck: wants interleaving, trace or rf/, 'unknown equivalence');
refuses('--classes-of luck ./fine', 64, qr/classes-of is one of search, trace, rf/, 'unknown classes');
refuses('--strategy delays,preemptions ./fine', 64, qr/only one of delays and preemptions/, 'two depth-first strategies');
refuses('--jobs 2 --equivalence rf ./fine', 64, qr/--jobs is for the usual search and --equivalence trace/, 'processes for a search that has one');
refuses('.', 2, qr/there is no program \. on the PATH$/, 'a directory');
refuses('--seed 3', 64, qr/which program/, 'no program');
refuses('exploer', 64, qr/did you mean explore\?/, 'misspelt command');
refuses('help nothing-like-it', 64, qr/there is no command/, 'help for what is not there');
refuses('replay', 64, qr/which trace/, 'replay without a file');
refuses('replay a.trd b.trd', 64, qr/one file/, 'replay with two files');
refuses('run --strategy portfolio ./fine', 64, qr/one execution/, 'run by a portfolio');

# Help.
for my $name ('explore', 'run', 'replay', 'show') {
	($code, $out, $err) = treadle("help $name");
	is $code, 0, "help $name";
	like $out, qr/\Ausage: treadle $name .*--help/s, '... has its usage and options';
	is((treadle("$name --help"))[1], $out, '... and is the same by --help');
}
is((treadle('--help'))[0], 0, '--help');
like((treadle('--version'))[1], qr/\Atreadle \d+\.\d+\.\d+\n\z/, '--version');

# Programs that cannot be run.
put('plain.c', "int main(void) { return 0; }\n");
system('cc -o plain plain.c') == 0 or die;
put('script', "#!/bin/sh\nexit 0\n");
put('text', "hello\n");
put('empty', '');
put('closed', 'x');
chmod 0755, 'script', 'text', 'empty';
mkdir 'directory';
refuses('./plain', 2, qr/plain was not compiled with treadle cc/, 'a program that is not woven');
refuses('./missing', 2, qr/cannot find .*missing/, 'a program that is not there');
refuses('missing-on-path', 2, qr/no program missing-on-path on the PATH/, 'a program not on the PATH');
refuses('fine', 2, qr/did you mean .\/fine\?/, 'a program here and not on the PATH');
refuses('-g plain.c', 64, qr/plain\.c is a source file; compile it first: \S*treadle cc -g -o PROGRAM plain\.c/, 'a source file');
refuses('plain.c', 64, qr/is a source file/, 'a source file alone');
refuses('./directory', 2, qr/is a directory/, 'a directory');
refuses('./script', 2, qr/is a script/, 'a script');
refuses('./text', 2, qr/is not an ELF program/, 'a text');
refuses('./empty', 2, qr/is an empty file/, 'an empty file');
refuses('./closed', 2, qr/is not executable/, 'a file that is not executable');
refuses('run ./plain', 2, qr/was not compiled with treadle cc/, 'run of a program that is not woven');

# Exploring what is right.
($code, $out, $err) = treadle('--executions 300 ./fine');
is $code, 0, 'nothing wrong: exit 0' or diag $out, $err;
like last_line($out), $summary, '... the last line is the summary';
like last_line($out), qr/ 0 findings$/, '... without findings';
is $err, '', '... and nothing on stderr';
my @again = treadle('--executions 300 ./fine');
is $again[1], $out, 'the same again gives the same bytes';
ok !-e 'fine.trd', 'no trace without a finding';
($code, $out, $err) = treadle('--executions 100 ./fine --seed mine');
is $code, 0, 'options after the program are its own' or diag $out, $err;
($code, $out, $err) = run("echo expected | $tool --executions 100 ./fine --input");
is $code, 0, 'every execution gets the standard input' or diag $out, $err;
($code, $out, $err) = run("echo wrong | $tool --executions 100 --output-trace status.trd ./fine --input");
is $code, 1, 'an exit status is a finding' or diag $out, $err;
($code, $out, $err) = run("echo wrong | $tool --executions 100 --expect-exit 3 ./fine --input");
is $code, 0, '... unless it is expected' or diag $out, $err;
($code, $out, $err) = run("PATH=$room:\$PATH $tool --executions 10 fine </dev/null");
is $code, 0, 'the PATH is searched' or diag $out, $err;
for my $strategy ('random', 'pos', 'pct', 'pct:3', 'delays:1', 'preemptions', 'run-on', 'random,pos,preemptions:1') {
	($code, $out, $err) = treadle("--strategy $strategy --executions 200 ./fine");
	is $code, 0, "strategy $strategy" or diag $out, $err;
	like last_line($out), $summary, '... and its summary';
}
($code, $out, $err) = treadle('--strategy preemptions:30 ./fine');
like last_line($out), qr/^complete: /, 'a small program can be explored to its end';
($code, $out, $err) = treadle('--strategy preemptions:0 ./fine');
like last_line($out), qr/^bounded: /, 'a bound that leaves something out';
($code, $out, $err) = treadle('--executions 1 --strategy random ./fine');
like last_line($out), qr/^stopped: 1 classes, 1 executions, 0 findings$/, 'one execution';

# A program that is not repeatable, and why.
($code, $out, $err) = treadle("cc -g -O1 -o kept $sources/kept.c");
is $code, 0, 'kept compiles' or diag $err;
($code, $out, $err) = treadle('-q -n 5 ./kept');
like $err, qr/^treadle: warning: the program is not deterministic: .*\ntreadle: warning: the first difference: memory at 0x\w+ was 0x\d+ and then 0x\d+ \(\S*kept\.c:16\); thread 0 goes on from \S*kept\.c:17 to /m,
	'where two runs begin to differ is said';

# The first execution leaves a directory that the others find, or a file, of which it is known that it was written.
($code, $out, $err) = treadle("cc -g -O1 -o made $sources/made.c");
is $code, 0, 'made compiles' or diag $err;
($code, $out, $err) = treadle('-q -n 5 ./made');
like $err, qr/^treadle: warning: executions run in forked children: .*\ntreadle: warning: two more runs were the same: .*\n\z/,
	'something that differs only the first time is said to';
($code, $out, $err) = treadle('-q -n 5 ./made file');
is $err, '', 'a file that was not there does not matter';

# Limits, and which of them it was.
($code, $out) = treadle('-q --strategy random ./fine');
like $out, qr/^50000 executions are the limit without --executions or --time\nstopped: \d+ classes, 50000 executions, /m, 'a limit that was not asked for is named';
($code, $out) = treadle('-q --strategy random --time 0.02m ./fine');
like $out, qr/^time was up after 1.2 s \(--time\)\nstopped: /m, '... and a time, which may have a unit';
($code, $out) = treadle('-q --strategy random --time 1h --executions 5 ./fine');
like $out, qr/\Astopped: \d+ classes, 5 executions, 0 findings\n\z/, '... but not a number that was';

# Ctrl-C.
my $child = fork();
if ($child == 0) {
	open STDIN, '<', '/dev/null';
	open STDOUT, '>', 'interrupted';
	open STDERR, '>', '/dev/null';
	exec $tool, '--strategy', 'random', '--time', '30', '--executions', '1000000000', './fine';
}
sleep 1;
kill 'INT', $child;
waitpid $child, 0;
is $?, 0, 'Ctrl-C ends with exit 0 if nothing was found';
like last_line(content('interrupted')), qr/^stopped: /, '... and with the summary';

# Finding, and never writing over anything.
($code, $out, $err) = treadle('./deadlock');
is $code, 1, 'a finding: exit 1' or diag $out, $err;
like last_line($out), qr/^stopped: \d+ classes, \d+ executions, 1 findings$/, '... in the summary';
like $out, qr/treadle replay deadlock\.trd/, '... with the replay line';
ok -s 'deadlock.trd', '... and its trace';
my $trace = content('deadlock.trd');
treadle('./deadlock');
is content('deadlock.trd'), $trace, 'a second finding leaves the first trace as it is';
ok -s 'deadlock.2.trd', '... and has its own';
treadle('--output-trace deadlock.trd ./deadlock');
ok -s 'deadlock.3.trd', '... nor does explore --output-trace of an existing file, which is numbered like the default';
($code, $out) = treadle('run -o deadlock.trd ./fine');
like $out, qr/^trace: deadlock\.4\.trd$/m, '... nor run -o';
refuses('--classes deadlock.trd ./fine', 2, qr/deadlock\.trd exists already/, 'explore --classes an existing file');
is content('deadlock.trd'), $trace, '... which is not touched';
($code, $out, $err) = treadle('--keep-going --strategy preemptions:2 --output-trace named.trd ./deadlock');
is $code, 1, '--keep-going finds it too';
like last_line($out), qr/^(complete|bounded): .* 1 findings$/, '... once, and goes on to the end';
ok -s 'named.trd', '... written where --output-trace says';

# A bad end that comes in most orders hides nothing else.
sub kinds { return join ' ', sort map { /^hides: (data race|crash|aborted|deadlock|exit)/ ? $1 : () } split /\n/, $_[0] }
for my $end (['crash', 'crash'], ['abort', 'aborted'], ['status', 'exit']) {
	my ($how, $word) = @$end;
	($code, $out, $err) = treadle("--explain off ./hides $how"); # how much is explained in a second depends on the machine
	is $code, 1, "$how is found" or diag $out, $err;
	is kinds($out), (join ' ', sort $word, 'data race', 'deadlock'), '... once, and what else there is';
	like $out, qr/^looked on for \d+ more executions after the first finding \(-k: to the end\)$/m, '... and it is said how far';
	like last_line($out), qr/^stopped: .* 3 findings$/, '... in the summary';
	unlink glob '*.trd';
	is((treadle("--explain off ./hides $how"))[1], $out, '... and the same again gives the same bytes');
	unlink glob '*.trd';
}
($code, $out) = treadle('./hides status');
like $out, qr/^looked on for 1000 more executions/m, 'the portfolio makes all its executions';
($code, $out) = treadle('-n 50 ./hides status');
like last_line($out), qr/^stopped: \d+ classes, 51 executions, /, '... unless there are fewer (one was made to get ready)';
($code, $out) = treadle('-s random ./hides status');
unlike $out, qr/looked on/, 'a strategy that is asked for ends at the first finding';
($code, $out) = treadle('./deadlock');
unlike $out, qr/looked on/, 'so does the usual search at one that hides nothing';
($code, $out) = treadle('--expect-exit any ./hides status');
is kinds($out), 'data race deadlock', '--expect-exit any: no exit status is a finding';
($code, $out) = treadle('run --expect-exit any ./hides status');
is $code, 0, '... nor in a single execution';

# Findings of some kinds.
($code, $out) = treadle('--stop-for deadlock ./hides status');
is kinds($out), 'deadlock', '--stop-for ends at what is asked for, and tells nothing else';
like $out, qr/^\d+ executions ended otherwise \(wrong exit status first\), not looked into$/m, '... but counts it';
like last_line($out), qr/^stopped: .* 1 findings$/, '... in the summary';
($code, $out) = treadle('--stop-for assert,leaked-thread ./hides status');
is $code, 0, 'what is not asked for is no finding';
like last_line($out), qr/^complete: .* 0 findings$/, '... and ends nothing';
($code, $out) = treadle('--stop-for race ./hides status');
is kinds($out), 'data race', 'a race ends the exploration if it is asked for';
($code, $out) = treadle('-k -e trace --stop-for race,crash ./hides crash');
is kinds($out), 'crash data race', '--keep-going looks for all that are asked for';
my $known = qr/--stop-for takes assert, abort, .*, race, with commas between them, not/;
refuses('--stop-for deadlok ./fine', 64, qr/$known 'deadlok'/, 'a kind that there is not');
refuses('--stop-for assert, ./fine', 64, qr/$known ''/, 'no kind');
refuses('--stop-for race --races off ./fine', 64, qr/--stop-for race looks for races/, 'races that are not looked for');
refuses('races --stop-for race ./fine', 64, qr/--stop-for is for treadle explore/, 'kinds of races');
refuses('--expect-exit none ./fine', 64, qr/--expect-exit wants a number or any, not 'none'/, 'an exit status that is none');
unlink grep { !/^deadlock/ } glob '*.trd';

# What cannot be explained, and what can.
($code, $out) = treadle('run -o passes.trd ./fine');
refuses('explain', 64, qr/which trace\?/, 'explain without a file');
refuses('explain none.trd', 2, qr/none\.trd/, 'explain a file that is not there');
refuses('explain passes.trd', 2, qr/passes\.trd: its execution did not fail, so there is nothing to explain/, 'explain an execution that passed');
refuses('explain deadlock.trd passes.trd', 64, qr/explain takes one file, not also passes\.trd/, 'explain two files');
open my $cut, '>', 'cut.trd' or die; print $cut substr content('deadlock.trd'), 0, 200; close $cut;
refuses('explain cut.trd', 2, qr/cut\.trd/, 'explain a truncated file');
refuses('explain --time soon deadlock.trd', 64, qr/--time wants a number of seconds/, 'explain for a time that is none');
($code, $out, $err) = treadle('explain deadlock.trd');
is $code, 1, 'a deadlock is explained' or diag $err;
like $out, qr/\Adeadlock: /, '... by who waits for whom';
is((treadle('explain deadlock.trd'))[1], $out, '... with the same bytes each time');
treadle('--explain off -k -e trace --stop-for race --output-trace raced.trd ./hides status');
($code, $out) = treadle('explain raced.trd');
is $code, 1, 'a data race is explained';
like $out =~ s/\n    (?=\S)/ /gr, qr/\Ahides: data race on .*, and nothing orders the two\n/, '... by its two accesses';
($code, $out) = treadle('explain --json raced.trd');
is decode_json($out)->{kind}, 'race', '... also as JSON';
refuses('explain --explain off deadlock.trd', 64, qr/--explain/, 'an option of explore');
for my $how ('off', 1) {
	($code, $out) = treadle("--explain $how -k -e trace ./hides status");
	my %kinds = map { $_ => 1 } kinds($out) =~ /data race|\w+/g;
	is join(' ', sort keys %kinds), 'data race deadlock exit', "--explain $how: all that is wrong";
	unlink glob 'hides*.trd';
}
refuses('--explain maybe ./fine', 64, qr/--explain wants a number of seconds/, '--explain takes seconds or off');
unlink grep { !/^deadlock/ } glob '*.trd';

# Executions that begin alike.
($code, $out) = treadle('-k --begin deadlock.trd -e trace ./deadlock');
is $code, 1, '--begin: what begins as a failing execution fails';
like last_line($out), qr/^(complete|bounded): 1 classes, 1 executions, 1 findings$/, '... always' ;
refuses('--begin none.trd ./deadlock', 2, qr/none\.trd/, '--begin with a file that is not there');
refuses('--begin deadlock.trd@three ./deadlock', 2, qr/deadlock\.trd\@three/, '--begin with a number that is none');
refuses('--begin deadlock.trd ./fine', 2, qr/--begin: deadlock\.trd is a trace of another program/, '--begin with a trace of another program');

# Requests for memory.
for my $search ('', '-s random', '-e trace', '-e rf') {
	($code, $out) = treadle("$search ./wants_memory");
	is $code, 0, "memory is there, $search" or diag $out;
	($code, $out) = treadle("$search --malloc fails -n 3000 ./wants_memory");
	is $code, 1, '... or is not, with --malloc fails';
	like $out, qr/^wants_memory: crash: NULL pointer used .* at use \(/m, '... which is a crash';
	my ($file) = glob 'wants_memory*.trd';
	($code, $out) = treadle("replay $file");
	is $code, 1, '... whose trace replays';
	like last_line($out), qr/^replayed: same \d+ events, same failure$/, '... event by event';
	unlink $file;
	($code, $out) = treadle("$search --malloc fails -n 3000 ./wants_memory checks");
	is $code, 0, '... unless the program looks';
}
($code, $out) = treadle('-e trace --malloc fails ./wants_memory checks');
is last_line($out), 'complete: 8 classes, 8 executions, 0 findings', 'each of three requests may end in two ways';
($code, $out) = treadle('-e trace --malloc succeeds ./wants_memory');
is last_line($out), 'complete: 1 classes, 1 executions, 0 findings', '--malloc succeeds: in one';
refuses('-q --malloc succeeds ./wants_memory 1000000', 2, qr/no room for a block of \d+ bytes \(--malloc succeeds\)/, '... and not without memory');
is((treadle('--malloc real --expect-exit 3 ./wants_memory 1000000'))[0], 0, 'what there is no room for is NULL');
refuses('--malloc perhaps ./fine', 64, qr/--malloc is one of real, succeeds, fails/, 'another way');
# What even a complete search has not tried is said above its last line.
put('weak.c', <<'END');
#include <pthread.h>
#include <stdatomic.h>
static atomic_int hits, is_done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *work(void *unused)
{
	atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
	pthread_mutex_lock(&lock);
	atomic_store(&is_done, 1);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	if (argc < 2)
		atomic_fetch_add_explicit(&hits, 1, memory_order_release);
	pthread_mutex_lock(&lock);
	while (argc < 2 && !atomic_load(&is_done))
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	(void)argv;
	return 0;
}
END
($code, $out, $err) = treadle('cc -g -o weak weak.c');
is $code, 0, 'weak compiles' or diag $err;
my $spurious = "spurious wake-ups were not tried (--spurious)\n";
for my $search ('', '-e trace', '-e rf') {
	like((treadle("-q $search ./weak"))[1],
	     qr/\A\Q$spurious\E2 atomics weaker than seq_cst were explored as sequentially consistent\ncomplete: .*\n\z/, "gaps $search");
}
like((treadle('-q -e trace --spurious ./weak'))[1], qr/^2 atomics weaker.*\n(?:bounded|complete): .*\n\z|^bounded: /m, '--spurious closes one');
unlike((treadle('-q -e trace --spurious ./weak'))[1], qr/spurious/, '... which is not named then');
unlike((treadle('-q -n 10 ./weak'))[1], qr/spurious|weaker/, 'a search that is stopped promises nothing');
put('never.c', "#include <treadle/treadle.h>\nint main(void) { treadle_assume(0); return 0; }\n");
is((treadle("cc -g -I$sources/../../include -o never never.c"))[0], 0, 'never compiles');
for my $search ('', '-e interleaving', '-e trace', '-e rf') {
	like((treadle("-q $search ./never"))[1], qr/\Abounded: no execution counts, .*\n.*\nbounded: 0 classes, 0 executions, 0 findings\n\z/,
	     "without an execution nothing is complete $search");
}

# A name of the verification competition that the program defines empty is ours, which is said in one line.
my $adopted = "treadle: note: reach_error, __VERIFIER_atomic_begin, __VERIFIER_atomic_end: empty in this program, so Treadle's own are used\n";
($code, $out, $err) = treadle("cc -g -O2 -o names $sources/../bad/sv_empty_names.c");
is $code, 0, 'names compiles' or diag $err;
is((run('./names'))[0], 0, '... and its reach_error does nothing when it runs by itself');
is((treadle('./names'))[2], $adopted, '... but under treadle, which says so');
is((treadle('run -o names.trd ./names'))[2], $adopted, '... also for one execution');

# One execution.
($code, $out, $err) = treadle('run ./fine');
is $code, 0, 'run' or diag $out, $err;
is $out, "count 2\ntrace: fine.trd\n", '... prints what the program prints and where the trace is';
($code, $out, $err) = treadle('run --strategy random --seed 5 -o five.trd ./fine');
is $code, 0, 'run with a random schedule' or diag $out, $err;
($code, $out, $err) = treadle('replay five.trd');
is $code, 0, 'replay of an execution that passed' or diag $out, $err;
like last_line($out), qr/^replayed: same \d+ events$/, '... says so';

# Replay.
($code, $out, $err) = treadle('replay deadlock.trd');
is $code, 1, 'replay of a finding' or diag $out, $err;
like last_line($out), qr/^replayed: same \d+ events, same failure$/, '... says so';
($code, $out, $err) = run("cd / && $tool replay $room/deadlock.trd </dev/null");
is $code, 1, 'replay from another directory' or diag $out, $err;
is((treadle('replay deadlock.trd --watchdog 5'))[0], 1, 'options after the file');
refuses('replay deadlock.trd --gdb-command bt', 64, qr/--gdb-command is for --gdb/, 'a command for gdb without gdb');

# gdb.
SKIP: {
	skip 'no gdb', 3 if system('gdb --version >/dev/null 2>&1');
	my $commands = join ' ', map { "--gdb-command '$_'" } 'treadle-threads', 'treadle-thread 0', 'treadle-thread 1', 'info locals';
	($code, $out, $err) = treadle("replay --gdb $commands deadlock.trd");
	skip 'gdb may not trace here', 3 if $err =~ /ptrace/;
	like $out, qr/0 .*TD_T_BLOCKED before TD_LOCK.*\n.* 1 .*TD_T_BLOCKED before TD_LOCK/, 'gdb lists the threads';
	like $out, qr/in main \(\) at .*deadlock\.c:22/, '... and shows the stack of one';
	like $out, qr/other \(.*\) at .*deadlock\.c:10/, '... and of the other';
}

# Files that are no traces.
my $size = length $trace;
for my $keep (0, 1, 8, 20, int($size / 2), $size - 1) {
	put('cut.trd', substr $trace, 0, $keep);
	refuses('replay cut.trd', 2, qr/cut\.trd/, "a trace of which $keep of $size bytes are left");
	refuses('show cut.trd', 2, qr/cut\.trd/, '... shown');
}
for my $i (0 .. 19) {
	my $at = int($i * $size / 20);
	my $bytes = $trace;
	substr($bytes, $at, 1) = chr(ord(substr $bytes, $at, 1) ^ 0x41);
	put('corrupt.trd', $bytes);
	refuses('show corrupt.trd', 2, qr/corrupt\.trd/, "a trace with a wrong byte at $at");
}
put('long.trd', $trace . 'x');
refuses('replay long.trd', 2, qr/long\.trd/, 'a trace with something after it');
refuses('replay text', 2, qr/text/, 'a text is no trace');
refuses('replay ./plain', 2, qr/plain/, 'a program is no trace');
refuses('replay directory', 2, qr/directory/, 'a directory is no trace');
refuses('replay missing.trd', 2, qr/missing\.trd/, 'a trace that is not there');

# The program has changed, or is gone.
system("printf x >>deadlock") == 0 or die;
refuses('replay deadlock.trd', 2, qr/deadlock has changed since/, 'replay of a program that has changed');
system('mv deadlock kept && ln -s /dev/zero deadlock') == 0 or die;
refuses('replay deadlock.trd', 2, qr/deadlock has changed since/, 'replay of what has become a device without an end');
system('mv kept deadlock') == 0 or die;
unlink 'deadlock';
refuses('replay deadlock.trd', 2, qr/cannot find .*deadlock/, 'replay of a program that is gone');

# A worker that waits when the program ends is a finding, unless it may; its trace knows what was allowed.
($code, $out, $err) = treadle("cc -g -O1 -o idle $sources/../ok/idle_worker.c");
is $code, 0, 'idle compiles' or diag $err;
($code, $out) = treadle('run -o leaked.trd ./idle');
is $code, 1, 'a thread is left behind';
like $out, qr/leaked thread/, '... and named';
($code, $out) = treadle('run --daemons -o daemon.trd ./idle');
is $code, 0, 'a thread may be left behind' or diag $out;
is((treadle('replay daemon.trd'))[0], 0, '... also when that is replayed');
is((treadle('replay leaked.trd'))[0], 1, '... but not when the other one is');
for my $search ('', '--equivalence trace', '--equivalence rf', '--equivalence interleaving', '--jobs 2 --equivalence trace') {
	($code, $out) = treadle("$search --daemons --time 10 ./idle");
	is $code, 0, "nothing is found with --daemons $search";
	like last_line($out), qr/^(complete|bounded): .* 0 findings$/, '... to the end';
}

chdir $start;
done_testing();
