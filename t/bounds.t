#!/usr/bin/perl
# treadle bounds: what it says about each loop of t/bounds, and how it deals with comments, suppressions, bad input and formats.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use JSON::PP ();
use Bounds;
use Loom;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

# What is said about the loops of a program, each on a line, to be compared with what should be.
sub compare_loops {
	my ($program) = @_;
	my $loops = $program->{loops};
	my ($status, $said, $err) = bounds_json('/', @{$program->{options}}, @{$program->{files}});
	return fail("$program->{name}: no JSON, but $err") if !$said;
	my @found = sort map { basename($_->{file}) . ":$_->{line} $_->{verdict}" } @{$said->{loops}};
	my @wanted = sort map { "$_ $loops->{$_}{verdict}" } keys %$loops;
	my $ok = is join("\n", @found), join("\n", @wanted), "$program->{name}: loops";
	$ok &= is $status, (grep { /unbounded$/ } @wanted) ? 1 : 0, "$program->{name}: exit status";
	$ok &= is scalar(@{$said->{failed}}), 0, "$program->{name}: all files are understood";
	$ok &= is $said->{files}, scalar @{$program->{files}}, "$program->{name}: all files are counted";
	$ok &= is $err, '', "$program->{name}: nothing on standard error";
	for my $loop (@{$said->{loops}}) {
		my $says = ($loops->{basename($loop->{file}) . ":$loop->{line}"} // {})->{says} // next;
		$ok &= ok scalar(grep { /$says/ } texts_of($loop)), "$program->{name}: says $says";
	}
	return $ok;
}

# What every loop must tell, whatever it is.
sub check_shape {
	my ($program) = @_;
	my ($status, $said) = bounds_json('/', @{$program->{options}}, @{$program->{files}});
	is $said->{version}, 1, 'version';
	like $said->{seconds}, qr/^\d+(\.\d+)?$/, 'seconds';
	for my $loop (@{$said->{loops}}) {
		is $loop->{resource}, 'threads', 'resource';
		ok length $loop->{function}, 'function of the loop';
		my $create = $loop->{create};
		like "$create->{file}:$create->{line} $create->{function} $create->{call}", qr/^\S+\.c:\d+ \w+ \w+/, 'creation';
		like "$_->{function} $_->{file}:$_->{line}", qr/^\w+ \S+\.c:\d+$/, 'call on the way' for @{$loop->{path}};
		for my $condition (@{$loop->{conditions}}) {
			like "$condition->{file}:$condition->{line}", qr/^\S+\.c:\d+$/, 'place of a condition';
			ok length $condition->{text}, "condition $condition->{text}";
			ok length $condition->{why}, "why: $condition->{why}";
			ok exists $condition->{pattern}, 'pattern, or null';
		}
	}
}

my @programs = bounds_programs();
subtest $_->{name} => sub { compare_loops($_[0] = $_); done_testing } for @programs;
if (@ARGV) {
	done_testing;
	exit;
}

cmp_ok scalar(@programs), '>=', 64, 'there are at least 64 programs';
my %by_name = map { $_->{name} => $_ } @programs;
subtest "shape of $_" => sub { check_shape($by_name{$_}); done_testing } for qw(paper_tornado counter_break wrapper_bounds two_files);

# A room for the rest.
my $room = tempdir(CLEANUP => 1);

sub put {
	my ($name, $text) = @_;
	open my $file, '>', "$room/$name" or die "$name: $!";
	print $file $text;
	close $file;
}

sub bounds { return run($room, $treadle, 'bounds', @_) }

# Exit status, one line on standard error that matches, nothing on standard output.
sub refuses {
	my ($code, $pattern, $name, @arguments) = @_;
	my ($status, $out, $err) = bounds(@arguments);
	subtest $name => sub {
		is $status, $code, 'exit status';
		like $err, $pattern, 'message';
		like $err, qr/\A(treadle|[^\n:]+:\d+)?:? ?[^\n]+\n\z/, 'in one line';
		is $out, '', 'nothing else';
	};
}

# A server that creates a thread for everybody; COMMENT stands on the line of the loop or of the creation.
sub server {
	my ($at_loop, $at_creation, $function) = @_;
	return <<~END;
		#include <pthread.h>
		int next_client(void);
		void *serve(void *arg);
		void $function(void)
		{
			pthread_t t;
			while (next_client() >= 0) $at_loop
				pthread_create(&t, NULL, serve, NULL); $at_creation
		}
		END
}

put('plain.c', server('', '', 'run'));
put('at_loop.c', server('// treadle: bounded one client a minute', '', 'run'));
put('at_creation.c', server('', '/* treadle: bounded one client a minute */', 'run'));
put('no_reason.c', server('// treadle: bounded', '', 'run'));
put('elsewhere.c', "// treadle: bounded everything\n" . server('', '', 'run'));

subtest 'text' => sub {
	my ($status, $out, $err) = bounds('plain.c');
	is $status, 1, 'exit status';
	like $out, qr/^plain\.c:7\b.*unbounded/m, 'the loop is named';
	like $out, qr/while \(next_client\(\) >= 0\)/, 'and shown';
	like $out, qr/pthread_create/, 'with the creation';
	like $out, qr/next_client\(\) >= 0.*\n?.*\S/, 'and the condition that was looked at';
	unlike "$out$err", qr/\r|\e\[/, 'no progress and no colours where nobody sees them';
	my ($other_status, $again) = bounds('plain.c');
	is $again =~ s/[\d.]+ s(econds)?\b//gr, $out =~ s/[\d.]+ s(econds)?\b//gr, 'the same again';
};

subtest 'comments' => sub {
	for my $file (qw(at_loop.c at_creation.c)) {
		my ($status, $said, $err) = bounds_json($room, $file);
		is $status, 0, "$file: exit status";
		is $said->{loops}[0]{verdict}, 'suppressed', "$file: verdict";
		is $said->{loops}[0]{reason}, 'one client a minute', "$file: reason";
		is $err, '', "$file: nothing else";
	}
	my ($status, $said, $err) = bounds_json($room, 'no_reason.c');
	is $status, 1, 'without a reason nothing is suppressed';
	is $said->{loops}[0]{verdict}, 'unbounded', 'verdict';
	like $err, qr/no_reason\.c:7: .*reason/, 'and it is said';
	($status, $said) = bounds_json($room, 'elsewhere.c');
	is $said->{loops}[0]{verdict}, 'unbounded', 'a comment elsewhere says nothing about the loop';
};

subtest 'treadle.suppress' => sub {
	put('treadle.suppress', "# all of it\nbounds function run: asked for by the client\nbounds file nowhere.c: gone\n");
	my ($status, $said, $err) = bounds_json($room, 'plain.c');
	is $status, 0, 'exit status';
	is $said->{loops}[0]{verdict}, 'suppressed', 'verdict';
	is $said->{loops}[0]{reason}, 'asked for by the client', 'reason';
	like $err, qr/treadle\.suppress:3: .*nowhere\.c/, 'an entry that nothing needs is named';
	unlike $err, qr/treadle\.suppress:2:/, 'one that is needed is not';
	put('treadle.suppress', "bounds function ru: not this one\n");
	($status, $said) = bounds_json($room, 'plain.c');
	is $said->{loops}[0]{verdict}, 'unbounded', 'a name is a whole name';
	put('treadle.suppress', "bounds file plain.c: a reason\n");
	($status, $said) = bounds_json($room, 'plain.c');
	is $said->{loops}[0]{verdict}, 'suppressed', 'by file';
	put('treadle.suppress', "bounds function run\n");
	refuses(2, qr/treadle\.suppress:1: .*reason/, 'no reason in the file', 'plain.c');
	unlink "$room/treadle.suppress";
};

subtest 'bad input' => sub {
	refuses(64, qr/file/i, 'no file');
	refuses(64, qr/--no-such/, 'unknown option', '--no-such', 'plain.c');
	refuses(64, qr/calls/, 'a limit that is no number', '--calls', 'many', 'plain.c');
	refuses(64, qr/loops/, 'a limit below nought', '--loops', '-1', 'plain.c');
	refuses(64, qr/horses/, 'unknown resource', '--resources', 'horses', 'plain.c');
	refuses(64, qr/xml/, 'unknown format', '--format', 'xml', 'plain.c');
	refuses(2, qr/missing\.c: No such file/, 'a file that is not there', 'missing.c');
	mkdir "$room/empty";
	refuses(2, qr/empty/, 'a folder without sources', 'empty');
	refuses(2, qr/compile_commands\.json/, 'a build folder without a database', '-p', 'empty', 'plain.c');
	put('list.json', 'old');
	my ($status) = bounds('--format', 'json', '-o', 'list.json', 'missing.c');
	is $status, 2, 'nothing to say';
	is slurp("$room/list.json"), 'old', 'and nothing overwritten';
	refuses(2, qr{no/such/folder}, 'an output that cannot be', '-o', 'no/such/folder/x', 'plain.c');
};

subtest 'output file' => sub {
	my ($status, $out) = bounds('--format', 'json', '-o', 'list.json', 'plain.c');
	is $status, 1, 'exit status';
	is $out, '', 'nothing on standard output';
	is JSON::PP::decode_json(slurp("$room/list.json"))->{loops}[0]{line}, 7, 'the file has it';
};

subtest 'files that are not understood' => sub {
	put('broken.c', "int main(void) { return 0\n#include \"plain.c\n ((((\n");
	put('header.c', "#include <no/such/header.h>\n" . server('', '', 'run_too'));
	my ($status, $said, $err) = bounds_json($room, 'broken.c', 'plain.c', 'header.c');
	is $status, 1, 'what the others have is found';
	is $said->{files}, 3, 'all are counted';
	my %failed = map { basename($_->{file}) => $_->{why} } @{$said->{failed}};
	is join(' ', sort keys %failed), 'broken.c header.c', 'those with errors are named';
	like $failed{'header.c'}, qr{no/such/header\.h}, 'with the first error';
	is join(' ', sort map { "$_->{function}:$_->{line}" } @{$said->{loops}}), 'run:7 run_too:8', 'and used as far as they go';
	my ($text_status, $out, $text_err) = bounds('broken.c', 'plain.c');
	like "$out$text_err", qr/broken\.c.*:.*\S/, 'the text names it as well';
	put('partly.c', "int good(void) { return 0; }\nint bad(void) { return no_such_name; }\n");
	put('lost.c', "\xff\xfe\0\1((((");
	($text_status, $out) = bounds('partly.c');
	is $text_status, 0, 'a file that is read in part has nothing unbounded';
	like $out, qr/; 0 creations in 1 file; 1 file was read only in part\n\z/, '... which the last line does not call clean';
	($text_status, $out) = bounds('partly.c', 'header.c', 'lost.c');
	like $out, qr/ in 3 files; 2 files were read only in part; 1 file could not be read\n\z/, '... and it counts them';
	refuses(2, qr/nothing\.c/, 'nothing at all understood', 'nothing.c') if put('nothing.c', "\xff\xfe\0\1((((");
};

# A function that is called by pointer, and INITIAL is what the pointer begins with.
sub with_lost_initial {
	my ($initial) = @_;
	return <<~END;
		#include <no/such/header.h>
		#include <pthread.h>
		int next_client(void);
		void *serve(void *arg), keep(void *function), *known(int number);
		static void start(void) { pthread_t t; pthread_create(&t, NULL, serve, NULL); }
		static int start_with(int number) { start(); return number; }
		void tell(void) { keep((void *)start); }
		void run(void)
		{
			while (next_client()) {
				$initial
			}
		}
		END
}

subtest 'what a variable begins with, where a header is missing' => sub {
	my %loops = ('void (*f)(void) = dlsym(missing, "f"); f();' => '', 'void (*f)(void) = (void (*)(void)) dlsym(missing, "f"); f();' => '',
		     'void (*f)(void) = known(missing); f();' => 'run:10', 'void (*f)(void) = missing ? start : 0; f();' => 'run:10',
		     'int number = start_with(missing); next_client();' => 'run:10', 'int number = known(missing); next_client();' => '');
	for my $initial (sort keys %loops) {
		put('lost.c', with_lost_initial($initial));
		my ($status, $said) = bounds_json($room, 'lost.c');
		is scalar(@{$said->{failed}}), 1, 'an error';
		is join(' ', map { "$_->{function}:$_->{line}" } @{$said->{loops}}), $loops{$initial}, $initial;
	}
};

subtest 'a call that does not fit' => sub {
	my $start = "#include <thread>\nvoid work();\nvoid start(int) { std::thread(work).detach(); }\n";
	put('unfitting.cc', "${start}void run() { for (;;) start(\"text\", 2); }\n");
	put('mentioned.cc', "${start}void run() { for (;;) start + \"text\"; }\n");
	my ($status, $said) = bounds_json($room, 'unfitting.cc');
	is scalar(@{$said->{failed}}), 1, 'is an error';
	is join(' ', map { "$_->{function}:$_->{line}" } @{$said->{loops}}), 'run:4', 'and a call';
	($status, $said) = bounds_json($room, 'mentioned.cc');
	is scalar(@{$said->{loops}}), 0, 'another error is none';
};

subtest 'a tree' => sub {
	mkdir "$room/$_" for qw(tree tree/src tree/src/deep tree/include);
	put('tree/include/server.h', "int next_client(void);\nvoid *serve(void *arg);\n#define MOST 4\n");
	put('tree/src/deep/one.c', "#include \"server.h\"\n" . server('', '', 'run_one'));
	put('tree/src/two.cc', "#include <thread>\nvoid work();\nvoid run_two() { for (;;) std::thread(work).detach(); }\n");
	put('tree/src/notes.txt', "while (1) pthread_create();\n");
	my ($status, $said, $err) = bounds_json($room, 'tree');
	is $status, 1, 'exit status';
	is $said->{files}, 2, 'sources are found, however deep';
	is scalar(@{$said->{failed}}), 0, 'and their headers' or diag join "\n", texts_of($said->{failed});
	is join(' ', sort map { $_->{function} } @{$said->{loops}}), 'run_one run_two', 'loops';
};

subtest 'compile_commands.json' => sub {
	mkdir "$room/build";
	mkdir "$room/hidden";
	put('hidden/limits_of_ours.h', "#define MOST 4\n");
	put('unit.c', <<~END);
		#include "limits_of_ours.h"
		#include <pthread.h>
		void *serve(void *arg);
		void run(void)
		{
		#ifdef WITH_THREADS
			pthread_t t;
			for (int i = 0; i < MOST; i++)
				pthread_create(&t, NULL, serve, NULL);
		#endif
		}
		END
	put('build/compile_commands.json', JSON::PP->new->encode([{ directory => "$room/build", file => '../unit.c',
		arguments => [qw(cc -DWITH_THREADS -I../hidden -c ../unit.c -o unit.o)] }]));
	my ($status, $said) = bounds_json($room, '-p', 'build', 'unit.c');
	is $status, 0, 'exit status';
	is scalar(@{$said->{failed}}), 0, 'understood';
	is join(' ', map { "$_->{line} $_->{verdict}" } @{$said->{loops}}), '8 bounded', 'with the flags of the database';
	($status, $said) = bounds_json($room, '-p', 'build');
	is join(' ', map { "$_->{line} $_->{verdict}" } @{$said->{loops}}), '8 bounded', 'all that the database has';
	($status, $said) = bounds_json($room, 'unit.c', '--', '-DWITH_THREADS', '-Ihidden');
	is join(' ', map { "$_->{line} $_->{verdict}" } @{$said->{loops}}), '8 bounded', 'with flags of the command line';
	put('build/compile_commands.json', '[{ "directory": ');
	refuses(2, qr/compile_commands\.json/, 'a database that is none', '-p', 'build', 'unit.c');
};

subtest 'SARIF' => sub {
	my ($status, $out) = bounds('--format', 'sarif', 'plain.c', 'at_loop.c');
	is $status, 1, 'exit status';
	my $sarif = eval { JSON::PP::decode_json($out) } or return fail("no JSON: $out");
	is $sarif->{version}, '2.1.0', 'version';
	my $run = $sarif->{runs}[0];
	is lc $run->{tool}{driver}{name}, 'treadle', 'tool';
	my %rules = map { $_->{id} => 1 } @{$run->{tool}{driver}{rules}};
	my ($result) = grep { $_->{locations}[0]{physicalLocation}{artifactLocation}{uri} =~ /plain\.c$/ } @{$run->{results}};
	ok $result, 'a result for the unbounded loop' or return;
	is $result->{locations}[0]{physicalLocation}{region}{startLine}, 7, 'its line';
	ok $rules{$result->{ruleId}}, "rule $result->{ruleId} is explained";
	my @open = grep { !@{$_->{suppressions} // []} } @{$run->{results}};
	is scalar(@open), 1, 'what is suppressed is not there, or is marked so';
};

# A creation in no loop is nothing to report, but one must be able to see that it was seen.
subtest 'every creation is accounted for' => sub {
	put('two.c', server('', '', 'run') . "void start(pthread_t *t)\n{\n\tpthread_create(t, NULL, serve, NULL);\n}\n");
	my ($status, $said) = bounds_json($room, 'two.c');
	is join(' ', map { "$_->{function}:$_->{line} $_->{call}" } @{$said->{creations}}),
		'run:8 pthread_create start:12 pthread_create', 'in a loop or not';
	my ($text_status, $out) = bounds('--verbose', 'two.c');
	like $out, qr/two\.c:8\b.*pthread_create/, 'the text has the one in a loop';
	like $out, qr/two\.c:12\b.*pthread_create.*\n?.*no loop/, 'and the one that is in none';
};

subtest 'help' => sub {
	my ($status, $out, $err) = bounds('--help');
	is $status, 0, 'exit status';
	is $err, '', 'on standard output';
	like $out, qr/\Q$_\E/, "says $_" for qw(-p --calls --loops --creates --also --resources --format -o);
	my ($general_status, $general) = run($room, $treadle, '--help');
	like $general, qr/\bbounds\b/, 'the command is listed';
};
done_testing;
