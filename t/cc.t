#!/usr/bin/perl
# treadle cc and treadle c++: all the ways of calling a compiler, with each compiler that is there.
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Test::More;

my $root = getcwd();
my $build = abs_path($ENV{TREADLE_BUILD} || 'build');
my $treadle = "$build/treadle";
my $files = "$root/t/cc";
my $top = tempdir(CLEANUP => 1);
my ($out, $err, $status);

delete @ENV{qw(CC CXX CFLAGS MAKEFLAGS MAKELEVEL MFLAGS)};
$ENV{TMPDIR} = "$top/tmp";
make_path($ENV{TMPDIR});

sub slurp
{
	my ($path) = @_;
	open(my $file, '<', $path) or return '';
	local $/;
	return scalar(<$file>) // '';
}

sub spew
{
	my ($path, $text) = @_;
	open(my $file, '>', $path) or die "$path: $!";
	print $file $text;
	close $file;
}

# Runs a line of shell; leaves what it says in $out, $err and $status (negative: a signal).
sub run
{
	my ($line) = @_;
	system("( $line ) >$top/out 2>$top/err </dev/null");
	$status = $? & 127 ? -($? & 127) : $? >> 8;
	$status = -($status - 128) if $status > 128;
	($out, $err) = (slurp("$top/out"), slurp("$top/err"));
	return $status;
}

sub works
{
	my ($line, $name) = @_;
	my $got = run($line);
	is($got, 0, $name) or diag("$line\n$out$err");
	return $got == 0;
}

sub prints
{
	my ($line, $expected, $name) = @_;
	run($line);
	is("$status $out", "0 $expected", $name) or diag("$line\n$err");
}

sub fresh_directory
{
	my ($name) = @_;
	my $directory = "$top/$name";
	chdir $top;
	remove_tree($directory);
	make_path($directory);
	chdir $directory or die "$directory: $!";
}

sub nothing_left
{
	my ($name) = @_;
	is(join(' ', glob("$ENV{TMPDIR}/treadle-*")), '', "$name: no intermediate files are left");
}

# Hooks called by each function of an object: [reads, writes, others].
sub hooks_in
{
	my ($object) = @_;
	my (%hooks, $function);
	for (split /\n/, `objdump -dr $object`) {
		$function = $1 if /^[0-9a-f]+ <(\w+)>:/;
		next unless /R_X86_64_\w+\s+(\w+)/;
		my $symbol = $1;
		my $kind = $symbol =~ /^__tsan_(unaligned_)?(volatile_)?read/ ? 0
		         : $symbol =~ /^__tsan_(unaligned_)?(volatile_)?write/ ? 1
		         : $symbol =~ /^(__tsan_(atomic|mem)|mem|str)/ ? 2 : next;
		$hooks{$function} //= [0, 0, 0];
		$hooks{$function}[$kind]++;
	}
	return \%hooks;
}

sub expected_hooks
{
	my %expected;
	for (split /\n/, slurp("$files/accesses.c")) {
		$expected{$1} = [$2, $3, $4] if /(\w+)\([^()]*\) \{.*\/\* (\d) (\d) (\d) \*\//;
	}
	return \%expected;
}

sub test_accesses
{
	my ($cc, $who) = @_;
	my $expected = expected_hooks();
	for my $level ('-O0', '-O1', '-O2', '-O3', '-Os', '-Ofast') {
		works("$cc $level -c -o accesses.o $files/accesses.c", "$who $level: accesses.c compiles");
		my $got = hooks_in('accesses.o');
		my @wrong;
		for (sort keys %$expected) {
			my $has = join(' ', @{$got->{$_} // [0, 0, 0]});
			push @wrong, "$_ has $has, not @{$expected->{$_}}" if $has ne "@{$expected->{$_}}";
		}
		is(join("\n", @wrong), '', "$who $level: every access is there");
	}
	run("objdump -d accesses.o | grep -c 'jmp.*__tsan'");
	is($out, "0\n", "$who: no hook is called by a jump, which would lose the site");
}

# The return address of a hook tells the source line.
sub test_lines
{
	my ($cc, $who) = @_;
	spew('lines.c', "int x, y;\nint f(int c)\n{\n\tif (c)\n\t\tx = 1;\n\telse\n\t\tx = 2;\n\ty = 3;\n\treturn x;\n}\n");
	works("$cc -O2 -c lines.c", "$who: lines.c compiles");
	my %lines;
	my $line = 0;
	for (split /\n/, `objdump -drl lines.o`) {
		$line = $1 if /lines\.c:(\d+)/;
		$lines{$line}++ if /R_X86_64_\w+\s+__tsan_(read|write)/;
	}
	is(join(' ', sort keys %lines), '5 7 8 9', "$who: hooks have the lines of their accesses");
}

sub test_ways_of_calling
{
	my ($cc, $who, $plain) = @_;
	prints("$cc -Wall -Wextra -Werror -O2 $files/main.c $files/part.c -o program -pthread && ./program", "42\n",
	       "$who: many files to a program");
	ok(!-e 'main.o', "$who: no objects are left behind");
	prints("$cc -c $files/main.c $files/part.c && $cc main.o part.o && ./a.out", "42\n", "$who: -c many, then link");
	prints("$cc -c -o other.o $files/part.c && $cc -o program $files/main.c other.o && ./program", "42\n",
	       "$who: a source and an object");
	prints("ar rcs libpart.a part.o && $cc $files/main.c -L. -lpart -o program && ./program", "42\n", "$who: an archive");
	prints("$cc -r -o both.o $files/main.c part.o && $cc both.o -o program && ./program", "42\n", "$who: -r");
	prints("cp $files/part.c part.txt && $cc -x c part.txt -x none main.o -o program && ./program", "42\n", "$who: -x");
	prints("$cc -x c - -o program main.o < $files/part.c 2>/dev/null; $cc -x c -c - -o part.o < $files/part.c && " .
	       "$cc main.o part.o -o program && ./program", "42\n", "$who: standard input");
	prints("$cc -DADD=1 $files/asm.S main.o -o program && ./program", "42\n", "$who: assembler source");
	works("$cc -DADD=1 -c $files/asm.S -o asm.o", "$who: assembler source to an object");
	prints("$cc -E $files/part.c | grep -c 'return n + 1'", "1\n", "$who: -E");
	works("$cc -S -o - $files/main.c | grep -q 'call.*__tsan_write4'", "$who: -S");
	works("$cc -S $files/part.c && test -s part.s", "$who: -S names its output");
	works("$cc -fsyntax-only $files/part.c", "$who: -fsyntax-only");
	prints("$cc -pipe -fPIC -fno-plt -fvisibility=hidden -ffunction-sections -march=x86-64 -std=c17 -o program " .
	       "$files/main.c $files/part.c -pthread -pie && ./program", "42\n", "$who: options that generate code");
	prints("$cc -no-pie -fno-pie -o program $files/main.c $files/part.c && ./program", "42\n", "$who: -no-pie");
	SKIP: {
		skip "$who has no runtime for -fsanitize=undefined", 1
			if run("$plain -fsanitize=undefined $files/part.c -I$root/include $files/main.c -o program");
		prints("$cc -fsanitize=undefined -o program $files/main.c $files/part.c && ./program", "42\n",
		       "$who: -fsanitize=undefined");
	}
	run("$cc -c -o one.o $files/main.c $files/part.c");
	isnt($status, 0, "$who: one -o for many objects is an error");
	nothing_left($who);
}

sub test_response_files
{
	my ($cc, $who) = @_;
	spew('inner.rsp', "-DTEXT='\"two words\"'\n");
	spew('outer.rsp', "\@inner.rsp  -o\tprogram \"name with space.c\"\n");
	spew('name with space.c', "#include <stdio.h>\nint main(void) { puts(TEXT); return 0; }\n");
	prints("$cc \@outer.rsp && ./program", "two words\n", "$who: response files");
	works("$cc -c $files/part.c && ar rcs libpart.a part.o", "$who: an archive");
	spew('many.rsp', join("\n", map { '.' . '/.' x 100 . '/libpart.a' } 1 .. 4000));
	prints("$cc $files/main.c \@many.rsp -o program && ./program", "42\n", "$who: a very long command line");
	nothing_left($who);
}

sub test_dependencies
{
	my ($cc, $who) = @_;
	spew('head.h', "#define ONE 1\n");
	spew('dep.c', "#include \"head.h\"\nint main(void) { return ONE - 1; }\n");
	my @cases = (
		['-c dep.c -MD', 'dep.d', 'dep.o'],
		['-c dep.c -MMD -o sub/x.o', 'sub/x.d', 'sub/x.o'],
		['-c dep.c -MMD -MF q.d -o y.o', 'q.d', 'y.o'],
		['-c dep.c -MMD -MP -MF q.d -MT target -o y.o', 'q.d', 'target'],
		['-c dep.c -MMD -MFq.d -MQ other -o y.o', 'q.d', 'other'],
		['dep.c -MMD -o prog', 'prog.d', 'prog'],
		['dep.c -MMD -MF q.d -o prog', 'q.d', 'prog'],
	);
	make_path('sub');
	for (@cases) {
		my ($words, $file, $target) = @$_;
		unlink $file;
		works("$cc $words", "$who: $words");
		my $text = slurp($file);
		like($text, qr/\A\Q$target\E: dep\.c/, "$who: ... names its target");
		like($text, qr/head\.h/, "$who: ... and the header");
	}
	prints("$cc -MM dep.c", "dep.o: dep.c head.h\n", "$who: -MM");
	works("$cc -c -Wp,-MD,w.d dep.c && grep -q head.h w.d", "$who: -Wp,-MD");
	nothing_left($who);
}

sub test_shared_objects
{
	my ($cc, $who, $plain) = @_;
	works("$cc -O2 -shared -fPIC -o plugin.so $files/plugin.c", "$who: -shared");
	works("$plain -o plain_load $files/load.c -ldl && $cc -o woven_load $files/load.c -ldl", "$who: programs that load it");
	prints('./plain_load ./plugin.so', "4 plain\n", "$who: a plain program loads it");
	prints('./woven_load ./plugin.so', "4 woven\n", "$who: a woven program answers its hooks");
	works("$cc -O2 -shared -fPIC -o locked.so $files/locked_plugin.c && $cc -o load_locked $files/load_locked.c -ldl", "$who: with a lock");
	run("$treadle -q ./load_locked ./locked.so");
	like($out, qr/\Acomplete: 6 classes, \d+ executions, 0 findings\n\z/, "$who: ... which lies at one place in all executions") or diag($err);
	run("readelf -d woven_load plugin.so");
	unlike($out, qr/RPATH|RUNPATH/, "$who: no search path is put in");
	unlike($out, qr/tsan|libatomic/, "$who: no sanitizer is linked");
	works("$cc -shared -fPIC -Wl,--no-undefined -o strict.so $files/plugin.c", "$who: a shared object without undefined names");
}

# Shared objects that keep their names to themselves: their accesses are events all the same.
sub test_hidden_hooks
{
	my ($cc, $who) = @_;
	for my $option ("-Wl,--version-script=$files/hidden.map", '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL') {
		my $short = $option =~ s/=.*//r;
		works("$cc -O2 -shared -fPIC $option -o libhidden.so $files/plugin.c && " .
		      "$cc -o hidden $files/hidden.c -L. -lhidden -Wl,-rpath,. && ./hidden", "$who: a library with $short");
		run("$treadle ./hidden");
		is($status, 1, "$who: ... has a race that is found") or diag("$out$err");
		unlink glob('*.trd');
	}
}

sub test_refusals
{
	my ($cc, $who, $plain) = @_;
	for (['-static', '-static'], ['-static-pie', '-static'], ['-fsanitize=address', 'address'],
	     ['-fsanitize=undefined,thread', 'thread'], ['-fsanitize=memory', 'memory'], ['-m32', '-m32']) {
		my ($option, $word) = @$_;
		run("$cc $option $files/main.c $files/part.c -o refused");
		is($status, 64, "$who: $option is refused");
		like($err, qr/\A[^\n]*\Q$word\E[^\n]*\n\z/, "$who: ... in one line");
		ok(!-e 'refused', "$who: ... and nothing is made");
	}
	works("$cc -flto -flto=auto -c $files/part.c -o part.o", "$who: -flto");
	like($err, qr/\A[^\n]*-flto[^\n]*\n\z/, "$who: ... is left out, with one warning");
	works("$cc --coverage -c $files/part.c -o part.o", "$who: --coverage");
	like($err, qr/\A[^\n]*--coverage[^\n]*\n\z/, "$who: ... is left out, with one warning");
	works("$cc -Wall -Werror -O2 -D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=3 -D _FORTIFY_SOURCE=1 -c $files/main.c -o main.o",
	      "$who: _FORTIFY_SOURCE");
	is($err, '', "$who: ... without a word");
	for my $option ('-Wframe-larger-than=80', '-Wstack-usage=80', '-Wa,--noexecstack') {
		next if run("$plain $option -Werror -O2 -c $files/part.c -o part.o");
		works("$cc $option -Werror -O2 -c $files/part.c -o part.o", "$who: $option with -Werror");
	}
	spew('wrong.c', "int main(void) { return no_such_name; }\n");
	run("$cc -c wrong.c");
	is($status, 1, "$who: an error has the compiler's status");
	like($err, qr/wrong\.c:1:/, "$who: ... and the compiler's message");
	run("$cc wrong.c $files/part.c -o wrong");
	is($status, 1, "$who: the same when linking was wanted");
	run("$cc $files/main.c -o wrong");
	is($status, 1, "$who: an error of the linker");
	run("$cc no_such_file.c -o wrong");
	is($status, 1, "$who: a file that is not there");
	ok(!-e 'wrong', "$who: ... and nothing is made");
	nothing_left($who);
}

sub test_questions
{
	my ($cc, $who, $plain) = @_;
	for my $words ('--version', '-dumpmachine', '-print-file-name=libc.so', '-print-prog-name=ld', '-dumpversion', '-v') {
		run("$plain $words");
		my $expected = "$status $out$err";
		run("$cc $words");
		is("$status $out$err", $expected, "$who: $words");
	}
	run("$cc '-###' -c $files/part.c -o never.o");
	ok($status == 0 && !-e 'never.o', "$who: -### only talks");
}

sub test_plain_run
{
	my ($cxx, $who) = @_;
	prints("$cxx -std=c++17 -O2 -Wall -Wextra -Werror $files/modern.cpp -o modern -pthread && ./modern",
	       "thrown\nkey2 6 4 hello abc\n42 once 4 3\n", "$who: a C++17 program");
	nothing_left($who);
}

sub test_projects
{
	my ($cc, $cxx, $who) = @_;
	fresh_directory('make');
	prints("make -s -f $files/make/Makefile SOURCE=$files CC='$cc' 2>&1 && ./program", "42\n", "$who: a make project");
	ok(-s 'main.d', "$who: ... with dependency files");
	fresh_directory('make');
	prints("CC='$cc' make -s -e -f $files/make/Makefile SOURCE=$files 2>&1 && ./program", "42\n",
	       "$who: ... CC in the environment");
	fresh_directory('configure');
	works("CC='$cc' $files/configure/configure", "$who: configure");
	prints('make -s && ./program', "42\n", "$who: ... and make");
	SKIP: {
		skip 'cmake is not installed', 3 if system('cmake --version >/dev/null 2>&1');
		fresh_directory('cmake');
		works("CC='$cc' CXX='$cxx' cmake $files/cmake && make", "$who: a CMake project");
		prints('./program', "42\n", "$who: ... makes a program");
		prints('./modern | tail -1', "42 once 4 3\n", "$who: ... and one in C++");
	}
	nothing_left($who);
}

# A signal that ends treadle ends the compiler, and leaves nothing behind.
sub test_signals
{
	my ($cc, $who) = @_;
	fresh_directory('signal');
	system('mkfifo slow.c') == 0 or die;
	my $pid = fork();
	if ($pid == 0) {
		open(STDERR, '>', '/dev/null');
		exec("exec $cc -o program slow.c $files/part.c");
		exit 1;
	}
	open(my $writer, '>', 'slow.c') or die; # returns when the compiler has opened it
	kill 'TERM', $pid;
	waitpid($pid, 0);
	is($? & 127, 15, "$who: ends by the signal it got");
	close $writer;
	nothing_left($who);
}

# What clang refuses and gcc takes, and what neither takes.
sub test_hint
{
	fresh_directory('hint');
	spew('nested.c', "int main(void) { int n = 2; int twice(int a) { return a * n; } return twice(0); }\n");
	spew('wrong.c', "int main(void) { return no_such_name; }\n");
	run("$treadle cc -c nested.c -o nested.o");
	is($status, 1, 'clang does not know nested functions');
	like($err, qr/^treadle: clang refuses nested\.c and gcc takes it: try treadle cc --compiler=gcc\n\z/m, '... and gcc does, which is said');
	works("$treadle cc --compiler=gcc -c nested.c -o nested.o", '... and true');
	run("$treadle cc --compiler=clang -c nested.c -o nested.o");
	unlike($err, qr/gcc takes it/, '... but not to one who asks for clang');
	run("$treadle cc -c wrong.c -o wrong.o");
	unlike($err, qr/gcc takes it/, '... nor of what gcc does not take either');
}

# The compiler that treadle takes when told this name.
sub plain_compiler
{
	my ($name, $cc) = @_;
	return $name if $name eq 'gcc';
	run("$cc -dumpversion");
	my ($major) = $out =~ /^(\d+)/;
	return system("clang-$major --version >/dev/null 2>&1") ? 'clang' : "clang-$major";
}

sub test_compiler
{
	my ($name) = @_;
	my ($cc, $cxx) = ("$treadle cc --compiler=$name", "$treadle c++ --compiler=$name");
	fresh_directory($name);
	my $plain = plain_compiler($name, $cc);
	test_accesses($cc, $name);
	test_lines($cc, $name);
	test_ways_of_calling($cc, $name, $plain);
	test_response_files($cc, $name);
	test_dependencies($cc, $name);
	test_shared_objects($cc, $name, $plain);
	test_hidden_hooks($cc, $name);
	test_refusals($cc, $name, $plain);
	test_questions($cc, $name, $plain);
	test_plain_run($cxx, $name);
	test_projects($cc, $cxx, $name);
	test_signals($cc, $name);
}

# What the flag in volatile.c orders, and how many data races there are if it does not.
sub test_volatile
{
	fresh_directory('volatile');
	works("$treadle cc --compiler=clang -g -o races $files/volatile.c", 'volatile.c');
	run("$treadle -q ./races");
	like($out, qr/^races: data race on box.is_set: .*complete: \d+ classes, \d+ executions, 4 findings\n\z/ms, '... has data races');
	works("$treadle cc --volatile=atomic --compiler=clang -g -o ordered $files/volatile.c", '... compiles with --volatile=atomic');
	works('./ordered', '... runs by itself');
	run("$treadle -q ./ordered");
	like($out, qr/^complete: \d+ classes, \d+ executions, 0 findings\n\z/m, '... and has none then');
}

sub test_choice
{
	fresh_directory('choice');
	works("$treadle cc --help", '--help');
	like($out, qr/\Ausage: treadle cc.*examples:/s, '... is our own');
	run("$treadle cc");
	is($status, 64, 'no arguments is wrong usage');
	run("$treadle cc --compiler=gcc");
	is($status, 64, '--compiler alone too');
	run("$treadle cc --compiler");
	is($status, 64, '... also as a word of its own');
	prints("$treadle cc --compiler gcc -dumpmachine", `gcc -dumpmachine`, 'the compiler may be a word of its own');
	run("$treadle cc --compiler=/no/such/compiler -c $files/part.c");
	is($status, 2, 'a compiler that is not there');
	like($err, qr/\A[^\n]*\/no\/such\/compiler[^\n]*\n\z/, '... is named in one line');
	run("$treadle cc --volatile=atomic --compiler=gcc -c $files/part.c");
	is("$status $err", "2 treadle: --volatile=atomic needs clang, and the compiler is gcc\n", '--volatile=atomic with gcc');
	run("$treadle cc --volatile=plain -c $files/part.c");
	is($status, 64, '--volatile with another word');
	prints("$treadle cc -dumpmachine --compiler=gcc", `gcc -dumpmachine`, '--compiler behind other options');
	prints("$treadle cc -DADD=1 $files/main.c --compiler gcc $files/part.c -o program -pthread && ./program", "42\n", '... and between files');
	works("$treadle cc --compiler=gcc -c $files/part.c -o --compiler=clang", 'the value of another option is no option');
	ok(-e '--compiler=clang', '... but its value');
	prints("CC=gcc $treadle cc -dumpversion", `gcc -dumpversion`, '$CC names the compiler');
	prints("CXX=g++ $treadle c++ -dumpversion", `g++ -dumpversion`, '$CXX for C++');
	prints("CC='$treadle cc' $treadle cc --compiler=gcc -dumpmachine", `gcc -dumpmachine`, '$CC may be treadle');
	works("CC='$treadle cc' $treadle cc -c $files/part.c", '... which is no recursion');
	works("CC='gcc -DADD=1 -pipe' $treadle cc -c $files/part.c", '$CC may have options');
	symlink($treadle, "$top/choice/odd-name");
	works("CC=$top/choice/odd-name $treadle cc -c $files/part.c", '... nor is a link to treadle') or diag($err);
}

test_choice();
test_compiler('gcc');
if (-x "$build/treadle-weave" && !system("$treadle cc --compiler=clang -c $files/part.c -o $top/probe.o 2>/dev/null")) {
	test_compiler('clang');
	test_volatile();
	test_hint();
} else {
	diag('clang is not tested: no rewriter for it was built, or no clang of its version is there');
}
chdir $root;
done_testing();
