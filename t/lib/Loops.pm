# Small random programs whose threads wait in loops that look at one or two variables, and write to them.
package Loops;

use strict;
use warnings;
use Exporter qw(import);
use Lots;

our @EXPORT = qw(random_loops);

my @variables;

sub is_equal { return one_of(@variables) . ' == ' . below(3) }
sub is_other { return one_of(@variables) . ' != ' . below(3) }

sub condition {
	my $kind = below(4);
	return $kind == 0 ? is_equal() : $kind == 1 ? is_other() : $kind == 2 ? is_equal() . ' && ' . is_other() : is_other() . ' || ' . is_other();
}

sub assignment { return one_of(@variables) . ' = ' . below(3) . ';' }

sub statement {
	my $kind = below(8);
	return assignment() if $kind < 3;
	return 'while (' . condition() . ') ;' if $kind < 5;
	return 'if (' . condition() . ') ' . assignment() if $kind == 5;
	return '(void)' . one_of(@variables) . ';' if $kind == 6;
	return 'atomic_compare_exchange_strong(&' . one_of(@variables) . ', &(int){' . below(3) . '}, ' . below(3) . ');';
}

# Two threads that do up to four things each, or three that do up to two.
sub random_loops {
	my ($seed) = @_;
	begin_lots($seed * 7919 + 17);
	below(2) for 1 .. 5;
	@variables = qw(x y z)[0 .. 1 + below(2)];
	my $last = below(3) ? 1 : 2;
	my @bodies = map { join ' ', map { statement() } 1 .. 1 + below($last > 1 ? 2 : 4) } 0 .. $last;
	my $threads = join '', map { "static void *work$_(void *arg) { $bodies[$_] return arg; }\n" } 0 .. $last;
	my $create = join '', map { "\tpthread_create(&threads[$_], NULL, work$_, NULL);\n" } 0 .. $last;
	return "#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\nstatic atomic_int x, y, z;\n${threads}int main(void)\n{\n" .
		"\tpthread_t threads[3];\n$create\tfor (int i = 0; i <= $last; i++)\n\t\tpthread_join(threads[i], NULL);\n\treturn 0;\n}\n";
}

1;
