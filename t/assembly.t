#!/usr/bin/perl
# Inline assembly that works on memory is seen: what is right is not reported, what is wrong is found.  With gcc each instruction is,
# and where one is not understood, the compiler says so.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Loom;
use Test::More;

sub check_clean {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--time', 20);
	my $ok = is($status, 0, 'nothing is found');
	$ok &= like($out, qr/^(complete|bounded): (?!1 )\d+ classes, \d+ executions, 0 findings\n\z/m, 'in more than one class');
	diag("$program->{name}:\n$out$err") if !$ok;
}

sub check_found {
	my ($program, $binary) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--time', 20);
	my ($file, $trace) = expected_trace($program, $directory);
	is($status, 1, 'something is found') or diag("$program->{name}:\n$out$err");
	ok($trace, "which is $program->{expect}") or return;
	is((run($directory, $treadle, 'replay', $file))[0], 1, 'and replays');
}

for my $compiler ('gcc', has_weaver() ? 'clang' : ()) {
	for my $program (programs('assembly')) {
		subtest "$program->{name} with $compiler" => sub {
			my ($binary, $messages) = weave($program, $compiler);
			ok($binary, 'compiles') or return diag($messages);
			is($messages // '', '', 'without a word');
			$program->{expect} ? check_found($program, $binary) : check_clean($program, $binary);
			is((run('/', $binary))[0], 0, 'ends well without treadle');
		};
	}
}

my $room = tempdir(CLEANUP => 1);

sub written {
	my ($name, $text) = @_;
	open my $file, '>', "$room/$name" or die;
	print $file $text;
	close $file;
	return $name;
}

sub compiled {
	my @words = @_;
	my ($status, $out, $err) = run($room, $treadle, 'cc', '--compiler=gcc', @words);
	is($status, 0, "compiles: @words");
	return $err;
}

# Statements and what gcc puts in for their operands; what is nobody's business gives no warning.
my %seen = (
	barrier => '"" ::: "memory"', pause => '"pause" ::: "memory"', clock => '"rdtsc" : "=a"(x) :: "edx"',
	processor => '"cpuid" : "+a"(x) :: "ebx", "ecx", "edx"', stack => '"pushfq; popq %0" : "=r"(y)',
	float => '"fldl %0; fstpl %0" : "+m"(d)', locked => '"lock; incl %0" : "+m"(x)', address => '"leaq %1, %0" : "=r"(y) : "m"(x)',
	section => '".pushsection .note.x, \\"\\"; .long 1; .popsection"', comment => '"incl %0 /* up; (%%rax) */ # and on" : "+m"(x)',
	word => '"movzbl %1, %0" : "=r"(x) : "m"(*(char *)&y)', vector => '"movdqu %1, %%xmm0" : "=m"(x) : "m"(v) : "xmm0"',
);
my %unseen = (
	search => '"repne scasb" : "+D"(p), "+c"(y) : "a"(0) : "memory"', wide => '"vmovdqu (%0), %%ymm0" :: "r"(v) : "memory"',
	macro => '".rept 2; incl %0; .endr" : "+m"(x)', intel => '".intel_syntax noprefix; inc dword ptr [rax]; .att_syntax" ::: "memory"',
);

sub program_of {
	my ($statement) = @_;
	return "int main(void)\n{\nint x = 0; long y = 1; double d = 0; char v[32] = \"\", *p = v;\n(void)x, (void)y, (void)d, (void)v, (void)p;\n" .
		"__asm__ volatile($statement);\nreturn 0;\n}\n";
}

for my $name (sort keys %seen) {
	is(compiled('-o', $name, written("$name.c", program_of($seen{$name}))), '', "$name: nothing to warn of");
	is((run($room, "./$name"))[0], 0, '... and it runs');
}
for my $name (sort keys %unseen) {
	my $text = compiled('-c', written("$name.c", program_of($unseen{$name})));
	is($text, "treadle: warning: $name.c:5: not all that this inline assembly reads and writes is seen; " .
		"a race that it prevents may be reported\n", "$name: a warning");
}

# The ways to an object: by assembly, through a pipe, in a shared object that a plain program may load as well.
written('count.c', 'int counter; void count(void) { __asm__ volatile("lock; incl %0" : "+m"(counter) : : "memory"); }');
written('main.c', '#include <pthread.h>
extern int counter; void count(void);
static void *work(void *arg) { count(); return arg; }
int main(void) { pthread_t thread; pthread_create(&thread, 0, work, 0); count(); pthread_join(thread, 0); return counter != 2; }');
sub counts {
	my ($name) = @_;
	like((run($room, $treadle, '-q', "./$name"))[1], qr/^complete: 2 classes, \d+ executions, 0 findings$/m, "$name: each is an event");
}
compiled('-S', 'count.c'), compiled('-o', 'by_assembly', 'main.c', 'count.s'), counts('by_assembly');
compiled('-pipe', '-c', 'count.c'), compiled('-o', 'piped', 'main.c', 'count.o'), counts('piped');
compiled('-shared', '-fPIC', '-o', 'libcount.so', 'count.c'), compiled('-o', 'shared', 'main.c', './libcount.so'), counts('shared');
is((run($room, 'cc', '-o', 'plain', 'main.c', './libcount.so', '-pthread'))[0], 0, 'a plain program takes the shared object');
is((run($room, './plain'))[0], 0, '... and runs with it');
done_testing;
