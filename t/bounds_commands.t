#!/usr/bin/perl
# Functions that branch on a parameter (src/bounds/branches.c): random ones are called with a constant, by gcc's code and in a loop
# that treadle bounds judges.  A loop walks along a list, and the function appends to it in some of its branches: the loop is
# unbounded if and only if the branch is taken when the function is run.  A number below 0 may be a large one where it is compared:
# then the loop may be called unbounded though it is not, but never the other way round.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Lots;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";
begin_lots(7);
my $functions = $is_long ? 600 : 120;

sub condition {
	my ($depth) = @_;
	my $kind = $depth > 0 ? below(7) : below(4);
	my $number = below(5) - 1;
	return "command == $number" if $kind == 0;
	return "command != $number" if $kind == 1;
	return 'command ' . qw(< > <= >=)[below(4)] . ' ' . below(4) if $kind == 2;
	return qw(command !command)[below(2)] if $kind == 3;
	return '(' . condition($depth - 1) . ') && (' . condition($depth - 1) . ')' if $kind == 4;
	return '(' . condition($depth - 1) . ') || (' . condition($depth - 1) . ')' if $kind == 5;
	return '!(' . condition($depth - 1) . ')';
}

sub cases {
	my ($depth) = @_;
	my %used;
	my $text = '';
	for (1 .. 1 + below(4)) {
		my $label = below(6) ? 'case ' . below(4) : 'default';
		next if $used{$label}++;
		$text .= "$label:\n" . statements($depth) . (below(3) ? "break;\n" : '');
	}
	return $text;
}

# Whatever a command may lead to; nothing but the command decides.
sub statement {
	my ($depth) = @_;
	my $kind = $depth > 0 ? below(9) : 5 + below(4);
	return 'if (' . condition(2) . ") {\n" . statements($depth - 1) . "}\n" if $kind < 2;
	return 'if (' . condition(1) . ") {\n" . statements($depth - 1) . "} else {\n" . statements($depth - 1) . "}\n"
		if $kind == 2;
	return "switch (command) {\n" . (cases($depth - 1) || "default:\n") . ";\n}\n" if $kind == 3;
	return 'if (' . condition(1) . " && append(job))\njob->size++;\n" if $kind == 4;
	return "append(job);\n" if $kind == 5;
	return "job->size += 2;\n" if $kind == 6;
	return "return;\n" if $kind == 7 && below(2);
	return 'job->size += (' . condition(1) . ") ? append(job) : 1;\n";
}

sub statements {
	my ($depth) = @_;
	return join '', map { statement($depth) } 1 .. 1 + below(3);
}

my $text = <<'END';
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; int size; };
void *work(void *arg);
static int appended;
static int append(struct job *job)
{
	struct job *made = calloc(1, sizeof *made);
	appended = 1;
	job->next = made;
	return 1;
}
END
my (@line, @command);
for my $i (1 .. $functions) {
	$command[$i] = below(5) - 1;
	$text .= "static void handle_$i(struct job *job, int command)\n{\nif (command == 9)\nreturn;\n" . statements(3) . "}\n";
	$text .= "static void hand_on_$i(int command, struct job *job)\n{\nhandle_$i(job, command);\n}\n" if $i % 3 == 0;
	my $call = $i % 3 == 0 ? "hand_on_$i($command[$i], job)" : "handle_$i(job, $command[$i])";
	$text .= "void run_$i(struct job *jobs)\n{\npthread_t t;\n";
	$line[$i] = 1 + $text =~ tr/\n//;
	$text .= "for (struct job *job = jobs; job; job = job->next) {\npthread_create(&t, NULL, work, job);\n$call;\n}\n}\n";
}
my $room = tempdir(CLEANUP => 1);
open my $out, '>', "$room/commands.c" or die "commands.c: $!";
print $out $text;
close $out;
open $out, '>', "$room/main.c" or die "main.c: $!";
print $out "#include \"commands.c\"\n#include <stdio.h>\nvoid *work(void *arg) { return arg; }\nint main(void)\n{\nstruct job job = { 0 };\n";
print $out "appended = 0;\nhandle_$_(&job, $command[$_]);\nprintf(\"%d\\n\", appended);\n" for 1 .. $functions;
print $out "return 0;\n}\n";
close $out;

my ($status, $ran, $err) = run($room, qw(gcc -w -O0 main.c -o main -lpthread));
is $status, 0, 'the program compiles' or BAIL_OUT($err);
($status, $ran) = run($room, './main');
my @appends = (undef, split /\n/, $ran);
($status, my $said) = bounds_json($room, 'commands.c');
my %verdict = map { $_->{line} => $_->{verdict} } @{$said->{loops}};
sub says { return ($verdict{$line[$_[0]]} // 'none') eq $_[1] }
my @wrong = grep { $appends[$_] ? !says($_, 'unbounded') : $command[$_] >= 0 && !says($_, 'bounded') } 1 .. $functions;
is join(' ', map { "$_:$command[$_]" } @wrong), '', "$functions functions do what they are said to do";
my $taken = grep { $_ } @appends[1 .. $functions];
cmp_ok $taken, '>', $functions / 5, "$taken of them append";
cmp_ok $functions - $taken, '>', $functions / 5, 'and others do not';
if (@wrong) {
	my $wrong = $wrong[0];
	diag $text =~ /(static void handle_$wrong\(.*?)\nvoid run_$wrong\(/s, "\nwith $command[$wrong]: ", $verdict{$line[$wrong]} // 'none';
}
done_testing;
