#!/usr/bin/perl
# Reports in other formats: each is read by somebody else's parser and held against a schema (t/formats/judge.py), and what is in
# it is compared with what the text says.
use strict;
use warnings;
use lib 't/lib';
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp ();
use JSON::PP ();
use Loom;
use Test::More;

my $schemas = { json => "$root/doc/report.schema.json", sarif => "$root/t/formats/sarif.schema.json", junit => '-' };
my ($python) = grep { !system "$_ -c 'import jsonschema' 2>/dev/null" } '/usr/bin/python3', 'python3';
my $json = JSON::PP->new->utf8;
my $room = File::Temp->newdir;

sub put {
	my ($file, $text) = @_;
	open my $out, '>:raw', $file or die "$file: $!";
	print $out $text;
	close $out;
}

# Compiles in a directory; paths are as given.
sub build {
	my ($directory, $target, @sources) = @_;
	my ($status, $out, $err) = run($directory, $treadle, 'cc', '--compiler=gcc', '-g', '-O1', "-I$root/include", '-o', $target, @sources);
	is($status, 0, "$target compiles") or diag("$out$err");
}

# SARIF's own schema, fetched once; undef and why not.
sub official_schema {
	my $file = abs_path($ENV{TREADLE_BUILD} || 'build') . '/t/sarif-2.1.0.json';
	make_path(dirname($file));
	return $file if -s $file;
	return (undef, 'no python with jsonschema') if !$python;
	my ($status, $out, $err) = run('.', $python, "$root/t/formats/official.py", $file);
	return $status == 0 ? $file : (undef, $out . $err);
}

my ($official, $why_not) = official_schema();
diag($why_not) if !$official;

sub judged_by {
	my ($format, $schema, $text) = @_;
	my $file = File::Temp->new;
	put("$file", $text);
	my ($status, $out, $err) = run('.', $python, "$root/t/formats/judge.py", $format, $schema, "$file");
	return $status == 0 && "$out$err" eq '' ? '' : "exit $status: $out$err";
}

# What the judges have to say: nothing if all is well.
sub judged {
	my ($format, $text) = @_;
	my $said = judged_by($format, $schemas->{$format}, $text);
	$said .= judged_by('json', $official, $text) if $format eq 'sarif' && $official;
	return $said;
}

# A document from standard output, judged, with nothing else on either stream.
sub document {
	my ($name, $format, $code, @arguments) = @_;
	my ($status, $out, $err) = run($room, $treadle, @arguments);
	is($status, $code, "$name, $format: exit status");
	is($err, '', '... nothing on standard error');
	SKIP: {
		skip 'no python with jsonschema', 1 if !$python || !$schemas->{$format};
		is(judged($format, $out), '', '... the judge is content');
	}
	return $format eq 'junit' || $format eq 'github' ? $out : eval { $json->decode($out) } || {};
}

sub explored {
	my ($program, $format, $code, @options) = @_;
	unlink glob "$room/*.trd";
	return document($program, $format, $code, '-q', '--format', $format, @options, "./$program");
}

make_path("$room/src", "$room/build");
copy("$root/examples/queue/$_", "$room/src/$_") or die for qw(queue.c queue.h queue_test.c);
build($room, 'queue_test', 'src/queue.c', 'src/queue_test.c');
for (['pool', "$root/examples/pool/pool_test.c"], ['cache', "$root/examples/cache/cache_test.c"], ['fine', "$root/t/cli/fine.c"],
     ['hostile', "$root/t/formats/hostile.c"], ['two', "$root/t/formats/two.c"], ['race', "$root/t/formats/race.c"],
     ['once', "$root/t/races/once.c"], ['handed_over', "$root/t/deadlocks/handed_over.c"]) {
	copy($_->[1], "$room/src/$_->[0].c") or die;
	build($room, $_->[0], "src/$_->[0].c");
}

subtest 'JSON' => sub {
	my $report = explored('queue_test', 'json', 1);
	my ($finding) = @{$report->{findings}};
	is($report->{verdict}, 'stopped', 'verdict');
	like($report->{summary}, qr/^stopped: $report->{classes} classes, $report->{executions} executions, 1 findings\n\z/, 'summary');
	is("$finding->{kind} $finding->{location}{file}:$finding->{location}{line} $finding->{location}{function}",
	   'assert src/queue.c:30 queue_take', 'what and where');
	is(join(' ', map { $_->{function} } @{$finding->{stack}}), 'queue_take consumer', 'stack');
	is(join(' ', map { $_->{name} } @{$finding->{threads}}), 'main consumer consumer#2', 'threads');
	is(scalar(grep { $_->{state} eq 'failed' } @{$finding->{threads}}), 1, '... of which one failed');
	my $text = join "\n", map { "$_->{thread} $_->{line} $_->{message}" } @{$finding->{interleaving}};
	like($text, qr/main 18 write queue\.count = 1\n.*consumer#2 31 write queue\.count = 0\n.*consumer 30 read queue\.count = 0\n/s,
	     'the interleaving, in order');
	is($finding->{replay}{file}, 'queue_test.trd', 'replay file');
	my ($status, $out) = run($room, 'sh', '-c', $finding->{replay}{command});
	is($status, 1, 'the replay command can be run');
	like($out, qr/same failure/, '... and fails again');
	$report = explored('fine', 'json', 0, '--equivalence', 'trace');
	is("$report->{verdict} $report->{classes} " . scalar @{$report->{findings}}, 'complete 2 0', 'nothing found');
	$report = explored('two', 'json', 0, '--preemptions', 0);
	is("$report->{verdict} $report->{left_out}[0]{why} $report->{statistics}{bounds}[0]{bound}", 'bounded bound 0', 'what was left out');
	is(scalar @{$report->{notes}}, 0, 'a bounded search has no notes');
};

subtest 'SARIF' => sub {
	my $run = explored('queue_test', 'sarif', 1)->{runs}[0];
	my ($result) = @{$run->{results}};
	my $place = $result->{locations}[0]{physicalLocation};
	is("$result->{ruleId} $result->{level} $place->{artifactLocation}{uri} $place->{region}{startLine}",
	   'treadle/assert error src/queue.c 30', 'rule, level, place');
	is($place->{region}{snippet}{text}, 'assert(queue->count > 0);', 'snippet');
	is("$place->{contextRegion}{startLine}-$place->{contextRegion}{endLine}", '28-32', 'what is around it');
	my %flows = map { $_->{id} => $_ } @{$result->{codeFlows}[0]{threadFlows}};
	is(join(' ', sort keys %flows), 'consumer consumer#2 main', 'a flow for each thread');
	like($flows{consumer}{locations}[0]{location}{message}{text}, qr/^consumer: /, '... with messages');
	is("$run->{properties}{verdict} $run->{invocations}[0]{exitCode}", 'stopped 1', 'verdict and exit status');
	like($result->{properties}{replayCommand}, qr/ replay queue_test\.trd$/, 'replay command');
	unlike($json->encode($run->{results}), qr/\Q$room\E/, 'no path of this machine');

	($result) = @{explored('pool', 'sarif', 1)->{runs}[0]{results}};
	is($result->{ruleId}, 'treadle/deadlock', 'a deadlock');
	is(join(' ', map { $_->{physicalLocation}{region}{startLine} } @{$result->{locations}}, @{$result->{relatedLocations}}),
	   '51 64 98 35 49 62', '... points at a lock of the circle, relates the others, and where the locks were taken');
	($result) = @{explored('cache', 'sarif', 1)->{runs}[0]{results}};
	is(join(' ', map { $_->{physicalLocation}{region}{startLine} . ' ' . ($_->{message}{text} =~ /(\w+) here/)[0] }
		     @{$result->{relatedLocations}}), '29 allocated 24 freed', 'the life of a block');
	is(scalar @{explored('fine', 'sarif', 0, '-n', 50)->{runs}[0]{results}}, 0, 'no results');
	my @first = run($room, $treadle, '-q', '--format', 'sarif', '--output-trace', 'a.trd', './pool');
	SKIP: {
		skip 'the official schema is not there', 3 if !$official;
		my $text = $first[1];
		is(judged_by('json', $official, $text), '', 'the official schema takes it');
		like(judged_by('json', $official, $text =~ s/"ruleId"/"rule_id"/r), qr/rule_id/, '... and not anything');
		my $loops = (run($root, $treadle, 'bounds', '--format', 'sarif', 'examples/chat'))[1];
		skip 'treadle bounds was not built', 1 if $loops eq '';
		is(judged_by('json', $official, $loops), '', '... but also what treadle bounds says');
	}
	unlink "$room/a.trd";
	is_deeply([run($room, $treadle, '-q', '--format', 'sarif', '--output-trace', 'a.trd', './pool')], \@first, 'the same bytes again');
};

subtest 'a data race' => sub {
	my ($result) = @{explored('race', 'sarif', 1)->{runs}[0]{results}};
	my ($place, $other) = map { $_->{message}{text} . ' ' . $_->{physicalLocation}{region}{startLine} } $result->{locations}[0],
			      @{$result->{relatedLocations}};
	is("$result->{ruleId} $result->{level}", 'treadle/race error', 'rule and level');
	is(join(', ', sort $place, $other), 'count_hit writes counters.hits here 12, main reads counters.hits here 18', 'both accesses');
	like(explored('race', 'github', 1), qr{^::error file=src/race\.c,line=(12|18),title=DataRace%3A [^\n]*%0Asrc/race\.c:(?!\1)1[28]: },
	     'GitHub');
	like(explored('race', 'junit', 1), qr{type="treadle/race"}, 'JUnit');
	is(explored('race', 'json', 1)->{findings}[0]{kind}, 'race', 'JSON');
};

# It is seen in one execution, and what the program does then does not come again.
subtest 'an unconfirmed data race' => sub {
	my %in;
	for my $format (qw(json sarif junit github)) {
		unlink glob "$room/*.trd $room/count";
		(my $status, $in{$format}) = run($room, $treadle, '-q', '-n', 20, '--format', $format, './once', 'race', 5);
		is($status, 1, "$format: it counts");
		is_deeply([glob "$room/*.trd"], [], '... and has no trace');
		SKIP: {
			skip 'no python with jsonschema', 1 if !$python || !$schemas->{$format};
			is(judged($format, $in{$format}), '', '... the judge is content');
		}
	}
	my $report = $json->decode($in{json});
	my ($finding) = @{$report->{findings}};
	is("$finding->{kind} $finding->{level}", 'race warning', 'JSON: kind and level');
	like($finding->{unconfirmed}, qr/first difference: event \d+ \(main, \w+ at .*once\.c:\d+\) .*; the program writes to files/,
	     '... why it is in doubt, where the executions differ, what to do');
	is($finding->{replay}{command}, undef, '... it cannot be replayed');
	is(join(' ', sort map { $_->{function} } $finding->{location}, @{$finding->{related}}), 'main touch', '... both places');
	is($report->{statistics}{unconfirmed}, 1, '... and counted');
	like($report->{summary}, qr/^unconfirmed: 1 data race among .*\nstopped: .* 1 findings\n\z/m, '... in the summary');
	my ($result) = @{$json->decode($in{sarif})->{runs}[0]{results}};
	is("$result->{level} $result->{properties}{unconfirmed}", "warning $finding->{unconfirmed}", 'SARIF: level and property');
	like($in{junit}, qr/ failures="1" errors="0".*<failure message="once: unconfirmed data race on shared: /s, 'JUnit: a failure');
	like($in{github}, qr/^::warning file=src\/once\.c,.*::once: unconfirmed data race/, 'GitHub: a warning');
	is(explored('race', 'json', 1)->{findings}[0]{unconfirmed}, undef, 'another race is not in doubt');
};

subtest 'what is only predicted' => sub {
	my @options = qw(-s random -n 100);
	my ($result, $more) = @{explored('handed_over', 'sarif', 0, @options)->{runs}[0]{results}};
	my @lines = map { $_->{physicalLocation}{region}{startLine} } $result->{locations}[0], @{$result->{relatedLocations}};
	is("$result->{ruleId} $result->{level} @lines", 'treadle/lock-order warning 12 24', 'SARIF: a warning, and both places');
	is($more, undef, '... once');
	like(explored('handed_over', 'github', 0, @options), qr{^::warning file=src/handed_over\.c,line=12,title=LockOrder}, 'GitHub');
	my $report = explored('handed_over', 'json', 0, @options);
	is("@{$report->{findings}} $report->{predicted}[0]{kind}", ' lock-order', 'JSON: not among the findings');
	unlike(explored('handed_over', 'junit', 0, @options), qr/<failure/, 'JUnit: passed');
};

subtest 'JUnit' => sub {
	my $text = explored('queue_test', 'junit', 1);
	like($text, qr{<testcase name="queue_test" classname="treadle" time="\d+\.\d+">}, 'a case');
	like($text, qr{<failure message="queue_test: assertion failed: queue-&gt;count &gt; 0, [^"]*" type="treadle/assert">}, 'a failure');
	like($text, qr{<failure message="[^"]+\. Cause: \w[^"]+ at queue\.c:\d+[^"]*\." }, '... with its cause');
	like($text, qr{<property name="treadle.classes" value="\d+"/>}, 'properties');
	$text = explored('fine', 'junit', 0, '-n', 50);
	like($text, qr{ failures="0"}, 'stopped without a finding: passed');
	like($text, qr{<system-out>stopped: .* 0 findings\n</system-out>}, '... and it is said');
	unlike($text, qr{<failure}, '... no failure');
	unlink glob "$room/*.trd";
	$text = document('arguments', 'junit', 0, '-q', '--format', 'junit', '-n', 10, './fine', '"<&>"', "\x01\xff");
	like($text, qr{name="fine &quot;&lt;&amp;&gt;&quot; \xef\xbf\xbd"}, 'arguments are in the name, and can be read');
};

subtest 'GitHub' => sub {
	my $text = explored('pool', 'github', 1);
	my ($error, $notice, $more) = split /\n/, $text;
	like($error, qr{^::error file=src/pool\.c,line=51,title=Deadlock%3A [^:,]*::pool: deadlock: client waits .*%0Asrc/pool\.c:64: health},
	     'an annotation');
	like($notice, qr{^::notice title=pool::stopped: \d+ classes, \d+ executions, 1 findings$}, 'the summary');
	is($more, '', '... and nothing else');
};

subtest 'the cause, in all formats' => sub {
	my $cause = explored('queue_test', 'json', 1)->{findings}[0]{cause};
	like($cause, qr/ wrote queue\.count at queue\.c:\d+ between /, 'JSON');
	like(explored('queue_test', 'sarif', 1)->{runs}[0]{results}[0]{message}{text}, qr/\. Cause: \Q$cause\E\.$/, 'SARIF');
	like(explored('queue_test', 'github', 1), qr/^::error [^\n]*::queue_test: assertion failed: [^\n]*\. Cause: \Q$cause\E\.%0A/,
	     'GitHub');
};

subtest 'two findings' => sub {
	my $report = explored('two', 'json', 1, '-k', '--equivalence', 'trace');
	is(scalar @{$report->{findings}}, 2, 'JSON');
	isnt($report->{findings}[0]{fingerprint}, $report->{findings}[1]{fingerprint}, '... with fingerprints of their own');
	is(scalar @{explored('two', 'sarif', 1, '-k', '--equivalence', 'trace')->{runs}[0]{results}}, 2, 'SARIF');
	my $text = explored('two', 'junit', 1, '-k', '--equivalence', 'trace');
	is(() = $text =~ /<failure /g, 2, 'JUnit');
	like($text, qr/<testcase name="two \(finding 2\)"/, '... each a case');
	is(() = explored('two', 'github', 1, '-k', '--equivalence', 'trace') =~ /^::error /mg, 2, 'GitHub');
};

subtest 'whatever a program prints' => sub {
	my $finding = explored('hostile', 'json', 1)->{findings}[0];
	like($finding->{message}, qr/100%, "<ready>": is & 'stays'/, 'JSON');
	like(explored('hostile', 'sarif', 1)->{runs}[0]{results}[0]{message}{text}, qr/100%, "<ready>"/, 'SARIF');
	my $text = explored('hostile', 'junit', 1);
	unlike($text, qr/[\x00-\x08\x0b\x0c\x0e-\x1f]/, 'JUnit has no control characters');
	like($text, qr/\]\]&gt; &lt;a &amp; &quot;b&quot;&gt; 'c'/, '... and what the program printed');
	$text = explored('hostile', 'github', 1);
	is(() = $text =~ /^::/mg, 2, 'GitHub: no more commands than ours');
	is(() = $text =~ /\n/g, 2, '... one a line');
	like($text, qr/^::error file=[^:]*::hostile: [^\n]*100%25, "<ready>": is & 'stays'/, '... escaped');
};

subtest 'the fingerprint' => sub {
	my $source = slurp("$room/src/queue.c");
	my $before = explored('queue_test', 'sarif', 1)->{runs}[0]{results}[0]{partialFingerprints}{'treadle/v1'};
	put("$room/src/moved.c", "/* one\n * two */\nint added(void)\n{\n\treturn 1;\n}\n\n$source");
	build($room, 'moved_test', 'src/moved.c', 'src/queue_test.c');
	my $result = explored('moved_test', 'sarif', 1)->{runs}[0]{results}[0];
	is($result->{locations}[0]{physicalLocation}{region}{startLine}, 37, 'the line is another one');
	is($result->{partialFingerprints}{'treadle/v1'}, $before, 'the fingerprint is the same');
	$source =~ s/queue_take/queue_grab/;
	$source .= "int queue_take(struct queue *queue) { return queue_grab(queue); }\n";
	$source = "struct queue;\nint queue_grab(struct queue *queue);\n$source";
	put("$room/src/moved.c", $source);
	build($room, 'moved_test', 'src/moved.c', 'src/queue_test.c');
	isnt(explored('moved_test', 'sarif', 1)->{runs}[0]{results}[0]{partialFingerprints}{'treadle/v1'}, $before,
	     'of another function, another one');
};

subtest 'names of files' => sub {
	my $name = "od,d: 100% \xc3\xb6.c";
	make_path("$room/src/in ner");
	copy("$room/src/two.c", "$room/src/in ner/$name");
	build("$room/src/in ner", '../../odd', $name);
	my $uri = explored('odd', 'sarif', 1)->{runs}[0]{results}[0]{locations}[0]{physicalLocation}{artifactLocation};
	is("$uri->{uri} $uri->{uriBaseId}", 'src/in%20ner/od,d%3A%20100%25%20%C3%B6.c %SRCROOT%', 'a URI');
	like(explored('odd', 'github', 1), qr{^::error file=src/in ner/od%2Cd%3A 100%25 \xc3\xb6\.c,line=}, 'a property of GitHub');
	my @elsewhere = ('-q', '--format', 'sarif', '../odd');
	my ($status, $out) = run("$room/build", $treadle, @elsewhere);
	like($out, qr{"uri": "file:///[^"]*/src/in%20ner/od}, 'outside of the current directory: the whole path');
	is(judged('sarif', $out), '', '... is right, too') if $python;
	($status, $out) = run("$room/build", $treadle, '--source-root', '..', @elsewhere);
	like($out, qr{"uri": "src/in%20ner/od}, '--source-root');
	unlink glob "$room/build/*.trd";
};

subtest 'replay and show' => sub {
	unlink glob "$room/*.trd";
	run($room, $treadle, '-q', './pool');
	for my $format (qw(json sarif junit github)) {
		document('replay', $format, 1, 'replay', '--format', $format, 'pool.trd');
		document('show', $format, 0, 'show', '--format', $format, 'pool.trd');
	}
	my $report = document('replay', 'json', 1, 'replay', 'pool.trd', '--format', 'json');
	is("$report->{verdict} $report->{findings}[0]{kind}", 'replayed deadlock', 'replay');
	run($room, $treadle, 'run', '-o', 'fine.trd', './fine');
	$report = document('show', 'json', 0, 'show', 'fine.trd', '--format', 'json');
	is("$report->{verdict} @{$report->{findings}}", 'recorded ', 'an execution that passed');
	for (['replay', '--gdb', '--format', 'json', 'pool.trd'], ['show', '--json', '--format', 'sarif', 'pool.trd'],
	     ['replay', '--variant', 1, '-o', 'x.json', 'pool.trd']) {
		my ($status, $out, $err) = run($room, $treadle, @$_);
		is("$status$out", '64', "@$_: wrong usage");
		like($err, qr/\A.+\n\z/, '... in one line');
	}
};

subtest 'to a file' => sub {
	my @command = ($treadle, '-q', '--output-trace', 't.trd', './pool');
	my ($status, $text) = run($room, @command);
	unlink "$room/t.trd";
	put("$room/report", "an old report\n");
	my @got = run($room, @command[0, 1], '--format', 'json', '-o', 'report', @command[2 .. 4]);
	is("$got[0] $got[2]", '1 ', 'exit status, nothing on standard error');
	is($got[1], $text, 'standard output has the text as always');
	like(slurp("$room/report"), qr/"schema": "treadle-report\/1"/, 'the old report was replaced');
	is(sprintf('%o', (stat "$room/report")[2] & 0777), sprintf('%o', 0666 & ~umask), '... by a file that others may read');
	is(join(' ', map { basename($_) } glob "$room/report*"), 'report', '... and nothing is left beside it');
	unlink "$room/t.trd";
	run($room, @command[0, 1], '--output=report.txt', @command[2 .. 4]);
	is(slurp("$room/report.txt"), $text, 'text goes to a file as well');
	put("$room/report", "an old report\n");
	@got = run($room, $treadle, '--format', 'json', '-o', 'report', '/bin/true');
	is("$got[0] " . slurp("$room/report"), "2 an old report\n", 'an exploration that cannot be made leaves the old one');
	symlink 'report', "$room/link";
	run($room, $treadle, '-q', '-n', 1, '--format', 'junit', '-o', 'link', './fine');
	ok(-l "$room/link" && slurp("$room/report") =~ /testsuites/, 'a link stays one');
	is((run($room, $treadle, '-q', '-n', 1, '--format', 'junit', '-o', '/dev/null', './fine'))[0], 0, 'a device');
	ok(-c '/dev/null', '... stays one');
	($status, $text) = run($room, 'sh', '-c', "$treadle -q -n 1 --format sarif ./fine >/dev/full");
	is($status, 2, 'standard output that is full');
};

subtest 'what is refused' => sub {
	unlink glob "$room/*.trd";
	for ([64, qr/--format is one of text, json, sarif, junit, github, not 'xml'/, '--format', 'xml'],
	     [64, qr/--format wants a value/, '--format'], [64, qr/--output wants the name of a file/, '-o', ''],
	     [64, qr/--output is for the report; --output-trace x\.trd says/, '-o', 'x.trd'],
	     [64, qr/--source-root wants a directory, and nowhere is none/, '--source-root', 'nowhere'],
	     [2, qr/cannot write src: it is a directory/, '-o', 'src'],
	     [2, qr/cannot write no\/such\/file: no\/such: No such file/, '-o', 'no/such/file']) {
		my ($code, $message, @options) = @$_;
		my ($status, $out, $err) = run($room, $treadle, @options, @options == 1 ? () : './pool');
		is("$status$out", $code, "@options");
		like($err, qr/\Atreadle: $message[^\n]*\n\z/, '... in one line');
	}
	is(join(' ', glob "$room/*.trd"), '', 'before anything was made');
};

subtest 'the judge can say no' => sub {
	plan skip_all => 'no python with jsonschema' if !$python;
	my $sarif = (run($room, $treadle, '-q', '--format', 'sarif', './pool'))[1];
	my $junit = (run($room, $treadle, '-q', '--format', 'junit', './pool'))[1];
	my $report = (run($room, $treadle, '-q', '--format', 'json', './pool'))[1];
	for (['sarif', $sarif, qr/"ruleIndex": 4/, '"ruleIndex": 5'], ['sarif', $sarif, qr/"executionOrder": 3,/, '"executionOrder": 2,'],
	     ['sarif', $sarif, qr/"startLine": 51/, '"startLine": 0'], ['sarif', $sarif, qr/"uriBaseId": "%SRCROOT%"/, '"uriBaseId": "x"'],
	     ['sarif', $sarif, qr{"uri": "src/}, '"uri": "../src/'], ['sarif', $sarif, qr/"threadFlows"/, '"threadflows"'],
	     ['junit', $junit, qr/tests="1"/, 'tests="2"'], ['junit', $junit, qr{</testsuites>}, ''], ['junit', $junit, qr/ type="/, ' kind="'],
	     ['json', $report, qr/"verdict": "\w+"/, '"verdict": "fine"'], ['json', $report, qr/"headline"/, '"head"'],
	     ['json', $report, qr/"state": "blocked"/, '"state": "waiting"']) {
		my ($format, $text, $from, $to) = @$_;
		my $wrong = $text =~ s/$from/$to/r;
		isnt($wrong, $text, "$format: $from can be changed");
		isnt(judged($format, $wrong), '', '... and that is noticed');
	}
};

# Each builds the queue in its own way, finds the bug, and finds nothing once it is fixed.
sub found_then_fixed {
	my ($name, $report, @command) = @_;
	copy("$root/examples/queue/$_", "$room/$name/$_") or die for qw(queue.c queue.h queue_test.c);
	my ($status, $out, $err) = run("$room/$name", @command);
	isnt($status, 0, 'the bug is found') or diag("$out$err");
	like(slurp("$room/$name/$report"), qr/ failures="1"/, '... and in the report');
	is(judged('junit', slurp("$room/$name/$report")), '', '... which is right') if $python;
	my $source = slurp("$room/$name/queue.c") =~ s/if \(queue->count == 0\)/while (queue->count == 0)/r;
	sleep 1; # make compares whole seconds on some file systems
	put("$room/$name/queue.c", $source);
	($status, $out, $err) = run("$room/$name", @command);
	is($status, 0, 'fixed') or diag("$out$err");
	like(slurp("$room/$name/$report"), qr/ failures="0"/, '... and in the report');
}

subtest 'CMake' => sub {
	plan skip_all => 'no cmake' if !is_installed('cmake');
	make_path("$room/cmake");
	put("$room/cmake/CMakeLists.txt", <<"END");
cmake_minimum_required(VERSION 3.21)
project(queue C)
enable_testing()
include($root/share/cmake/Treadle.cmake)
add_library(queue STATIC queue.c)
add_executable(queue_test queue_test.c)
target_link_libraries(queue_test queue)
treadle_weave(queue)
treadle_add_test(NAME queue TARGET queue_test TIME 20 OPTIONS --executions 2000)
END
	my $configure = "cmake -DTREADLE_EXECUTABLE=$treadle -DCMAKE_C_COMPILER=gcc -S . -B b";
	found_then_fixed('cmake', 'b/queue.xml', 'sh', '-c', "$configure && cmake --build b && cd b && ctest");
	my $whole = "cmake -DTREADLE_EXECUTABLE=$treadle -S . -B c && cmake --build c && cd c && ctest";
	my ($status, $out, $err) = run("$room/cmake", 'sh', '-c', "CC='$treadle cc' && export CC && $whole");
	is($status, 0, 'all of it compiled with treadle cc') or diag("$out$err");
};

subtest 'make' => sub {
	make_path("$room/make");
	put("$room/make/Makefile", <<"END");
TREADLE = $treadle
TREADLE_OPTIONS = --quiet --time 20 --executions 2000
TREADLE_TESTS = queue_test
queue_test: queue_test.o queue.o
	\$(CC) \$(LDFLAGS) -o \$@ \$^ -pthread
include $root/share/treadle.mk
END
	found_then_fixed('make', 'queue_test.treadle.xml', 'make', '-s', 'treadle-check');
};
done_testing;
