#!/usr/bin/perl
# treadle bounds on objects that were made just now, against what random programs do with them when they run: they are made in several
# ways, changed by functions they are handed to, copied, made known to others, and opened, which creates if a field is set.  Whoever
# creates again and again must be reported.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Bounds;
use Loom;
use Test::More;

plan skip_all => 'treadle was built without libclang, so it has no bounds' if !-x "$treadle-parse";

use constant { FUNCTIONS => 900, ROUNDS => 40, SEEDS => 6 };

my $random = 11;

sub below {
	my ($n) = @_;
	$random = ($random * 1103515245 + 12345) % 2147483648;
	return int($random / 65536) % $n;
}

sub one_of { return $_[below(scalar @_)] }

sub field { return one_of(qw(a a b b c)) }

# Something that is done with the object that `o` points to, in a function that has number `n`.
sub step {
	my ($o, $n, $depth) = @_;
	my ($f, $g) = (field(), field());
	my $kind = below(26);
	return "$o->$f = 0;" if $kind < 3;
	return "if ($o->$f) $o->$g = 1;" if $kind < 6;
	return "if ($o->$f > 0 && maybe()) $o->$g++;" if $kind < 8;
	return "look$n($o);" if $kind < 11 && $depth;
	return "set$n($o, " . one_of(0, 0, 0, 1) . ');' if $kind < 14 && $depth;
	return "if (maybe()) { " . step($o, $n, $depth) . ' }' if $kind < 16;
	return "poke();" if $kind < 18;
	return "$o->other = known;" if $kind < 20;
	return "if ($o->other) $o->other->$f = 1;" if $kind < 21;
	return "known = $o;" if $kind < 22;
	return "{ struct object *q = $o; q->$f = 1; }" if $kind < 23;
	return "$o->$f = 1;" if $kind < 24;
	return "for (int i = 0; i < 2; i++) { " . step($o, $n, $depth) . ' }' if $kind < 25;
	return "keep($o);";
}

sub steps {
	my ($o, $n, $depth, $most) = @_;
	return join "\n\t", '', map { step($o, $n, $depth) } 1 .. below($most + 1);
}

sub maker {
	my ($n) = @_;
	my $body = one_of(('calloc(1, sizeof *made)') x 5, 'malloc(sizeof *made)', 'known ? known : calloc(1, sizeof *made)');
	my $inner = steps('made', $n, 0, 2);
	return (one_of("o = calloc(1, sizeof *o);", "o = known; if (!o) o = calloc(1, sizeof *o);"), '') if below(3) == 0;
	return ("o = make$n();", "static struct object *make$n(void)\n{\n\tstruct object *made = $body;\n\n\tif (maybe())\n\t\treturn NULL;$inner\n\treturn made;\n}\n")
		if below(2);
	return ("make$n(&o);", "static void make$n(struct object **to)\n{\n\tstruct object *made;\n\n\tif ((made = $body) == NULL)\n\t\treturn;$inner\n\t*to = made;\n}\n");
}

sub table_of {
	my ($n) = @_;
	return "static const struct { void (*open)(struct object *o); } table$n = { .open = open$n };\n";
}

my @functions;
for my $n (0 .. FUNCTIONS - 1) {
	my ($make, $maker) = maker($n);
	my $asked = field();
	my $text = "static void look$n(struct object *o)\n{" . steps('o', $n, 0, 1) . "\n}\n" .
		"static void set$n(struct object *o, int value)\n{\n\to->" . field() . " = value;" . steps('o', $n, 0, 1) . "\n}\n" . $maker .
		"static void open$n(struct object *o)\n{" . steps('o', $n, 1, 2) . "\n\tif (o->$asked)\n\t\tpthread_create(&t, NULL, run, NULL);" .
		steps('o', $n, 1, 1) . "\n}\n" . table_of($n);
	my $opens = one_of("open$n(o);", "table$n.open(o);", "if (o->$asked) pthread_create(&t, NULL, run, NULL);");
	my $work = "if (!o)\n\t\tcontinue;" . steps('o', $n, 1, 3) . "\n\t$opens" . steps('o', $n, 1, 2);
	my $head = "void f$n(void)\n{\n\t";
	$text .= below(4) ? "${head}while (ask()) {\n\tstruct object *o = NULL;\n\n\t$make\n\t$work\n\t}\n}\n"
		: "${head}struct object *o = NULL;\n\n\t$make\n\twhile (ask()) {\n\t$work\n\t}\n}\n";
	push @functions, $text;
}
my $common = join "\n", 'struct object { int a, b, c; struct object *other; };', 'static struct object *known;', 'int ask(void), maybe(void);',
	'void *run(void *arg);', 'static pthread_t t;', 'static void poke(void) { if (known) known->a = known->b = 1; }',
	'static void keep(struct object *o) { known = o; }', '';
my $room = tempdir(CLEANUP => 1);
my %texts = ('random.c' => "#include <pthread.h>\n#include <stdlib.h>\n$common" . join('', @functions));
$texts{'main.c'} = join "\n", '#include <pthread.h>', '#include <stdio.h>', '#include <stdlib.h>', '#include <string.h>',
	'#define pthread_create(a, b, c, d) created++', 'static int left, created;', 'static unsigned seed;',
	'static void *dirty(size_t size) { return memset(calloc(1, size), 1, size - sizeof(void *)); }', '#define malloc dirty', $common,
	'int ask(void) { return left-- > 0; }', 'int maybe(void) { seed = seed * 1103515245u + 12345u; return seed >> 16 & 1; }',
	'void *run(void *arg) { return arg; }', @functions, 'static void try(void (*f)(void))', '{', "\tint most = 0;", '',
	"\tfor (unsigned i = 0; i < " . SEEDS . "; i++) {", "\t\tseed = i; created = 0; known = NULL; left = " . ROUNDS . "; f();",
	"\t\tmost = created > most ? created : most;", "\t}", "\tprintf(\"%d\\n\", most);", '}', 'int main(void)', '{',
	(map { "\ttry(f$_);" } 0 .. $#functions), "\treturn 0;", '}', '';
for my $name (sort keys %texts) {
	open my $file, '>', "$room/$name" or die $!;
	print $file $texts{$name};
	close $file;
}
my ($compiled, undef, $complaint) = run($room, 'gcc', '-w', '-O0', '-o', 'main', 'main.c');
is $compiled, 0, 'gcc takes it' or diag $complaint;
my (undef, $out) = run($room, './main');
my @truth = split ' ', $out;
is scalar @truth, FUNCTIONS, 'each was tried';
my (undef, $said, $err) = bounds_json($room, 'random.c', '--', '-w');
ok $said, 'the checker answers' or diag $err;
my %is_reported = map { $_->{function} => 1 } grep { $_->{verdict} eq 'unbounded' } @{$said->{loops}};
my %count = map { $_ => 0 } qw(creates missed known nothing);
for my $n (0 .. $#functions) {
	$count{nothing}++ if !$truth[$n];
	$count{creates}++ if $truth[$n] > ROUNDS / 4;
	$count{known}++ if !$truth[$n] && !$is_reported{"f$n"};
	next if $truth[$n] <= ROUNDS / 4 || $is_reported{"f$n"};
	$count{missed}++;
	diag "missed: $functions[$n]";
}
cmp_ok $count{creates}, '>', FUNCTIONS / 5, "$count{creates} create again and again";
is $count{missed}, 0, 'all of them are reported';
cmp_ok $count{known}, '>', $count{nothing} / 4, "$count{known} of $count{nothing} that create nothing are known to";
done_testing;
