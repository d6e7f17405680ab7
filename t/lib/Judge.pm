# What the loops of a program of t/bounds do when they run: the program is put into the world of t/judge and let go many times.
package Judge;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Loom;

our @EXPORT = qw(judge);

use constant RUNS => 300;

my $world = "$root/t/judge";

# What stands at the margin without a body is outside.  Each gets a number, under which the world answers.
sub outside {
	my ($text) = @_;
	my ($stubs, $number) = ('', 0);
	for my $line ($text =~ /^((?!#|\/\/|static|struct \w+ \{|\s|typedef)[^\n{]*;)$/mg) {
		if ($line =~ /^extern int (\w+);/) {
			$stubs .= "int $1 = 5;\n";
			next;
		}
		if ($line =~ /^extern struct \w+ (\w+)\[\];/) { # two elements that are there, and one that is not
			$stubs .= "long $1\[64] = { 1, 0, 1 };\n";
			next;
		}
		while ($line =~ /(\w+)\([^()]*(?:\([^()]*\)\([^()]*\)[^()]*)?\)/g) {
			my $name = $1;
			next if $text =~ /^[^\n]*\b\Q$name\E\([^\n]*\)\n\{/m;
			my $answer = 'judge_answer(' . $number++ . ')';
			$answer = "($answer & 1)" if $name =~ /^(is|has)_/;
			if ($line =~ /^struct (\w+) \*\Q$name\E/) {
				my $object = '(long)judge_outside(' . ($1 eq 'event' || $name =~ /^find_/ ? 1 : $1 eq 'config' ? 2 : 0) . ')';
				$answer = $name =~ /^find_/ ? "($answer & 1 ? $object : 0)" : "($answer, $object)";
			}
			$stubs .= "long $name() { return $answer; }\n";
		}
	}
	return "long judge_answer(int who);\nvoid *judge_outside(int kind);\n$stubs";
}

# Something of a parameter's type.
sub given {
	my ($parameter) = @_;
	return () if $parameter eq 'void';
	return 'judge_names()' if $parameter =~ /char \*\*/;
	return '5' if $parameter eq 'int argc';
	return 'judge_list(0)' if $parameter =~ /struct job \*/;
	return 'judge_list(1)' if $parameter =~ /struct node \*/;
	return 'judge_pair()' if $parameter =~ /struct walk \*/;
	return 'judge_one()' if $parameter =~ /struct event \*/;
	return 'judge_sized()' if $parameter =~ /struct listener \*/;
	return 'judge_owner()' if $parameter =~ /struct worker \*/;
	return 'judge_room()' if $parameter =~ /^pthread_t (\*|\w+\[)|FILE|jobs \*/;
	return 'judge_numbers()' if $parameter =~ /\*/;
	return 'judge_below(2)' if $parameter =~ / is_\w+$/;
	return 'judge_small()';
}

# Calls of all functions that nobody in the program calls; where each is called by another, of all.
sub entries {
	my ($text) = @_;
	my ($calls, $all) = ('', '');
	my @heads = $text =~ /^(?!static)[\w ]+?[ *](\w+)\(([^\n]*)\)\n\{/mg;
	while (my ($name, $parameters) = splice @heads, 0, 2) {
		my $uses = () = $text =~ /^[ \t]+[^\n]*\b\Q$name\E\b/mg;
		$name = 'program_main' if $name eq 'main';
		my $call = "\t$name(" . join(', ', map { given(s/^\s+//r) } split /,/, $parameters) . ");\n";
		$all .= $call;
		$calls .= $call if !$uses;
	}
	return "static void judge_entries(void)\n{\n" . ($calls || $all) . "}\n";
}

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', $name or die "$name: $!";
	print $out $text;
	close $out;
}

# bounded, alive or unbounded; or what went wrong.
sub judge {
	my ($file) = @_;
	my $room = File::Temp->newdir;
	my $text = slurp($file);
	write_file("$room/program.c", "#include \"judge.h\"\n#include \"$file\"\n#include \"judge.c\"\n" . entries($text) .
		   "void *judge_outside(int kind);\nvoid *judge_outside(int kind)\n{\n" .
		   "\treturn kind == 2 ? judge_sized() : kind == 1 ? judge_one() : judge_room();\n}\n");
	write_file("$room/outside.c", outside($text));
	my ($status, $out, $err) = run("$room", qw(gcc -std=gnu11 -O1 -w -I), $world, '-c', 'program.c');
	($status, $out, $err) = run("$room", qw(gcc -std=gnu89 -O0 -w program.o outside.c -o program)) if !$status;
	return "does not compile: $err" if $status;
	($status, $out, $err) = run("$room", './program', RUNS);
	return $status ? "$out$err" : $out =~ s/\n//r;
}

1;
