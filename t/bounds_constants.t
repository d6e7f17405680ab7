#!/usr/bin/perl
# treadle bounds on conditions over numbers that are known, against what gcc makes of them: where the condition holds, the loop creates
# and must be reported.  Types of all widths, casts, and variables that somebody changes behind one's back are among them; numbers that
# do not fit into the type of their variable, and casts to smaller types, are not.
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

use constant FUNCTIONS => 1500;

begin_lots(5);

sub type { return one_of('int', 'int', 'int', 'unsigned', 'char', 'signed char', 'unsigned char', 'short', 'long', 'unsigned long', '_Bool') }
sub number { return one_of(0, 0, 0, 1, 1, 2, 3, 4, 8, 64, 127, 128, 255, 256, 4096, 65536, '0x80000000u', -1, -2) }

my %most = (int => 2**31 - 1, unsigned => 2**32 - 1, char => 127, 'signed char' => 127, 'unsigned char' => 255, short => 32767,
	    long => 2**53, 'unsigned long' => 2**53, _Bool => 1);

# One that fits into the type.
sub value_for {
	my ($type) = @_;
	my $number = number();
	my $value = $number =~ /^0x/ ? 2**31 : $number;
	return $value > $most{$type} || ($value < 0 && $type =~ /unsigned|Bool/) ? value_for($type) : $number;
}

sub expression {
	my ($depth) = @_;
	return one_of('a', 'a', 'b', 'c', number()) if !$depth;
	my $left = expression($depth - 1);
	return "!($left)" if !below(6);
	return '(' . one_of('int', 'unsigned', 'long') . ")($left)" if $left =~ /[a-c]/ && !below(8);
	return "($left " . one_of('&', '&', '|', '+', '-', '<', '<=', '>', '==', '!=', '^', '&&', '||') . ' ' . expression($depth - 1) . ')';
}

# What is done to a variable besides: mostly nothing.
sub trouble {
	my ($name) = @_;
	return below(4) ? '' : one_of("$name++;", "$name |= 1;", "change_$name(&$name);", "{ TYPE_$name *p = &$name; *p = 1; }", "if ($name) $name = 2;");
}

my @functions;
for my $number (0 .. FUNCTIONS - 1) {
	my %type = map { $_ => type() } qw(a b c);
	my ($condition, $value) = (expression(1 + below(3)), value_for($type{c}));
	my ($b_number, $a_number, $inside, $outside) = (value_for($type{b}), value_for($type{a}), trouble('a'), trouble('b'));
	s/TYPE_(\w)/$type{$1}/g, s/change_\w\(&(\w)\)/set_$number\_$1(&$1)/g for $inside, $outside;
	my $setters = join '', map { "static void set_${number}_$_($type{$_} *at) { *at = 3; }\n" }
		grep { "$inside$outside" =~ /set_${number}_$_/ } qw(a b);
	push @functions, $setters . "static void try$number($type{a} a, $type{b} b)\n{\n\t$type{c} c = $value;\n\n\t$inside\n\tif ($condition)\n" .
		"\t\tpthread_create(&t, NULL, run, NULL);\n\t(void)c;\n}\n" .
		"void f$number(void)\n{\n\twhile (ask()) {\n\t\t$type{b} b = $b_number;\n\n\t\t$outside\n\t\ttry$number($a_number, b);\n\t}\n}\n";
}
my $room = tempdir(CLEANUP => 1);
my %texts = ('random.c' => "#include <pthread.h>\nint ask(void);\nvoid *run(void *arg);\nstatic pthread_t t;\n" . join('', @functions));
$texts{'main.c'} = join "\n", '#include <pthread.h>', '#include <stdio.h>',
	'#define pthread_create(a, b, c, d) created++', 'static int left, created;', 'int ask(void) { return left-- > 0; }', 'static pthread_t t;', 'void *run(void *arg) { return arg; }',
	@functions, 'int main(void)', '{', (map { "\tleft = 3; created = 0; f$_(); printf(\"%d\\n\", created > 0);" } 0 .. $#functions), "\treturn 0;", '}', '';
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
my %count = map { $_ => 0 } qw(creates missed known);
for my $number (0 .. $#functions) {
	$count{creates}++ if $truth[$number];
	$count{known}++ if !$truth[$number] && !$is_reported{"f$number"};
	next if !$truth[$number] || $is_reported{"f$number"};
	$count{missed}++;
	diag "missed: $functions[$number]";
}
cmp_ok $count{creates}, '>', FUNCTIONS / 4, "$count{creates} create";
is $count{missed}, 0, 'all of them are reported';
cmp_ok $count{known}, '>', FUNCTIONS / 16, "$count{known} are known to create nothing";
done_testing;
