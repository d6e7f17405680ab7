# What a program of t/bounds needs from outside, written as C that stands behind it: objects to be given, what functions without
# a body do, variables of others, and calls of the functions that nobody in the program calls.  See t/judge/world.h.
#
# The programs are read as text: they are short, one declaration stands on one line, and what begins at the margin is outside of
# functions.
package Outside;

use strict;
use warnings;

my $number = qr/^(?:(?:const|volatile|_Atomic|unsigned|signed) )*
		 (?:int|char|long|short|bool|size_t|unsigned|enum[ ]\w+|\w*int\d*_t|atomic_int)$/x;

# At commas that are in no parentheses.
sub split_list {
	my ($list) = @_;
	my ($depth, @parts) = (0, '');
	for my $char (split //, $list) {
		$depth += $char eq '(' ? 1 : $char eq ')' ? -1 : 0;
		if ($char eq ',' && $depth == 0) {
			push @parts, '';
		} else {
			$parts[-1] .= $char;
		}
	}
	return map { s/^\s+|\s+$//gr } @parts;
}

# "int a, *b[4]" as declarations of one name each.
sub declarations {
	my ($line) = @_;
	my ($type, $rest) = $line =~ /^((?:\w+ )*\w+) (.*)$/ or return;
	return map {
		my $declarator = $_;
		my ($name) = $declarator =~ /^\**\(\*(\w+)\)/ ? $1 : $declarator =~ /(\w+)(?:\[[^\]]*\])*(?: ?: ?\d+)?$/;
		{ type => $type, declarator => $declarator, name => $name, stars => scalar($declarator =~ /^(\*+)/ ? length $1 : 0),
		  is_function => scalar($declarator =~ /^\**\(\*/), is_array => scalar($declarator =~ /\[/) };
	} split_list($rest);
}

sub is_known { my ($self, $type) = @_; return $type =~ /^(?:const )?struct (\w+)$/ && $self->{structs}{$1} ? $1 : '' }

# Functions that fit what PLACE points to, of those NAMES; or one that is not the program's.
sub function_for {
	my ($self, $place, $field, @names) = @_;
	my $other = $field->{stars} || $field->{type} =~ /\*/ ? 'judge_function_for_objects' : 'judge_function';
	my $fits = join ', ', map { "JUDGE_IF_FITS($place, $_)" } @names;
	return "(void *)$other" if !$fits;
	return "judge_or(judge_one_of(" . @names . ", (void *[]){ $fits }), (void *)$other)";
}

# The functions that the value with that name, in that body, may be: itself, or what the body's callers hand over for a parameter.
# What nobody hands over comes from outside.
sub functions_for {
	my ($self, $value, $body, %is_asked) = @_;
	return $value if grep { $_ eq $value } @{$self->{functions}};
	my @parameters = split_list($body->{parameters});
	my ($which) = grep { $parameters[$_] =~ /\(\*\Q$value\E\)\(/ } 0 .. $#parameters;
	return if !defined $which || $is_asked{$body->{name}}++;
	my @found;
	for my $caller (@{$self->{bodies}}) {
		my @calls = $caller->{text} =~ /\b\Q$body->{name}\E\(([^;]*)\);/g;
		push @found, map { $self->functions_for((split_list($_))[$which], $caller, %is_asked) } @calls;
	}
	return @found ? @found : @{$self->{told}};
}

# What the program puts into fields of that name, or into objects that stand there with all their values.
sub functions_in_field {
	my ($self, $name) = @_;
	my %is_in = map { $_ => 1 } grep { my $f = $_; $self->{text} =~ /\{[^{}]*\b\Q$f\E\b(?!\()[^;]*\};/ } @{$self->{functions}};
	for my $body (@{$self->{bodies}}) {
		$is_in{$_} = 1 for map { $self->functions_for($_, $body) } $body->{text} =~ /(?:->|\.)\Q$name\E = (\w+);/g;
	}
	return grep { $is_in{$_} } @{$self->{functions}};
}

# A value for FIELD at PLACE, as statements.
sub value_of {
	my ($self, $struct, $field, $place, $before) = @_;
	my ($type, $known) = ($field->{type}, $self->is_known($field->{type}));
	return "$place = " . $self->function_for($place, $field, $self->functions_in_field($field->{name})) . ';' if $field->{is_function};
	if ($field->{stars}) {
		return "$place = (void *)judge_room();" if $field->{stars} > 1;
		return "$place = judge_text();" if $type =~ /char$/ && !($before && $field->{name} eq 'end');
		return "$place = o->$before + 4;" if $type =~ /char$/;
		return $self->link($struct, $field, $place) if $known eq $struct && $known;
		return "$place = depth < 4 ? judge_object($self->{structs}{$known}{number}, judge_fill_$known, depth + 1) : NULL;" if $known;
		return "$place = (void *)" . ($type =~ /int$/ ? 'judge_numbers' : 'judge_room') . '();';
	}
	return "judge_fill_$known(&$place, depth + 1);" if $known;
	return "$place.fd = judge_given(), $place.revents = judge_given();" if $type eq 'struct pollfd';
	return "$place = judge_amount();" if $type =~ /^(size_t|uint64_t)$/ && $field->{name} =~ /available|size/;
	return $type =~ /^enum / ? "$place = judge_kind();" : $type =~ $number ? "$place = judge_given();" : '';
}

# The next of its own kind: a list that ends, or goes back to its beginning where the program looks for that.
sub link {
	my ($self, $struct, $field, $place) = @_;
	return "$place = NULL;" if $field->{name} =~ /^(prev|before|parent|last)/ || $self->{linked}{$struct};
	return "$place = judge_room();" if $field->{name} !~ /^(next|link|rest)/;
	$self->{linked}{$struct} = 1;
	my $is_ring = $self->{text} =~ /\(?(\w+)\)? != \(?(?!NULL)\w+\)?; \(?\1\)? = \(?\1\)?->\Q$field->{name}\E\b/;
	my $end = $is_ring ? 'first' : 'NULL';
	return "static struct $struct *first;\n\tstatic int left = -1;\n\tint is_first = left < 0;\n\t" .
	       "if (is_first)\n\t\tfirst = o, left = judge_length();\n\t" .
	       "$place = left-- > 0 ? " . $self->object($struct, 'depth + !depth') . " : $end;\n\tif (is_first)\n\t\tleft = -1;";
}

sub fill {
	my ($self, $struct) = @_;
	my ($body, $before) = ('', '');
	for my $field (@{$self->{structs}{$struct}{fields}}) {
		my $place = "o->$field->{name}";
		if ($field->{is_array} && !$field->{is_function}) {
			my $each = $self->value_of($struct, $field, "${place}[i]", '');
			$body .= "\tfor (unsigned i = 0; i < sizeof $place / sizeof ${place}[0]; i++) {\n\t\t$each\n\t}\n" if $each;
		} else {
			$body .= "\t" . $self->value_of($struct, $field, $place, $before) . "\n";
		}
		$before = $field->{name};
	}
	return "static void judge_fill_$struct(void *object, int depth)\n{\n\tstruct $struct *o = object;\n$body}\n";
}

# New numbers in what a function outside is given to fill in; what is pointed to stays.
sub refill {
	my ($self, $struct) = @_;
	my ($body, $part) = ('', 0);
	for my $field (grep { !$_->{stars} && !$_->{is_function} } @{$self->{structs}{$struct}{fields}}) {
		my $place = "o->$field->{name}" . ($field->{is_array} ? '[i]' : '');
		my $answer = 'judge_answer_at(0, where, ' . ++$part . ') & 7';
		my $known = $self->is_known($field->{type});
		my $each = $field->{type} eq 'struct pollfd' ? "$place.revents = $answer;" : $known ? "judge_refill_$known(&$place, where);" :
			   $field->{type} =~ $number ? "$place = $answer;" : next;
		my $size = "sizeof o->$field->{name} / sizeof o->$field->{name}\[0]";
		$body .= $field->{is_array} ? "\tfor (unsigned i = 0; i < $size; i++)\n\t\t$each\n" : "\t$each\n";
	}
	return "static void judge_refill_$struct(struct $struct *o, const void *where)\n{\n$body}\n";
}

sub object {
	my ($self, $struct, $depth) = @_;
	return "judge_object($self->{structs}{$struct}{number}, judge_fill_$struct, $depth)";
}

# Something of a parameter's type, for the parameter of a function with that body.
sub given {
	my ($self, $parameter, $body) = @_;
	my ($struct, $stars) = $parameter =~ /^(?:const )?struct (\w+) (\*+)\w/;
	return 'judge_names()' if $parameter =~ /char \*(\*|\w+\[)/;
	return 'judge_text()' if $parameter =~ /char \*/;
	return '5' if $parameter eq 'int argc';
	if ($struct && $self->{structs}{$struct}) {
		my $object = $self->object($struct, 0);
		return $stars eq '*' ? $object : "judge_pointer_to($object)";
	}
	return 'judge_poll()' if $struct && $struct eq 'pollfd';
	return 'judge_room()' if $struct || $parameter =~ /^pthread_t (\*|\w+\[)|FILE/;
	return '(void *)(long)judge_small()' if $parameter =~ /^void \*(\w+)$/ && $body =~ /\(long\)\Q$1\E\b/;
	return 'judge_numbers()' if $parameter =~ /\*/;
	return 'judge_bit()' if $parameter =~ / (is_\w+|which)$/;
	return 'judge_small()';
}

# Functions that others know: those that are not static, stand in an object that is not, or were told to somebody.
sub told {
	my ($self) = @_;
	my ($text, %is_told) = $self->{text};
	for my $name (@{$self->{functions}}) {
		my $is_static = $text =~ /^static [^\n;]*\b\Q$name\E\(/m;
		my $is_in_object = $text =~ /^(?!static)\S[^\n=]* = \{[^;]*\b\Q$name\E\b(?!\()[^;]*;/m;
		$is_told{$name} = 1 if !$is_static || $is_in_object;
	}
	while ($text =~ /(\w+)\(([^();]+)\)/g) {
		my ($callee, $arguments) = ($1, $2);
		next if $callee eq 'pthread_create' || grep { $_ eq $callee } @{$self->{functions}};
		$is_told{$_} = 1 for $arguments =~ /\b\w+\b/g;
	}
	return grep { $is_told{$_} } @{$self->{functions}};
}

# Whether somebody asks, where "NAME = FUNCTION()" is called, if there is one.
sub is_asked_for {
	my ($self, $function) = @_;
	my $text = $self->{text};
	while ($text =~ /(\w+) = \Q$function\E\((.*?)^\}/msg) {
		my ($name, $rest) = ($1, $2);
		return 1 if $rest =~ /!\Q$name\E\b(?!->)|\b\Q$name\E [!=]= (?:NULL|0)|(?:if|while) \(\Q$name\E\)|; \Q$name\E;/;
		return 1 if $text =~ /(?:if|while) \(\(\Q$name\E = \Q$function\E\(/;
	}
	return $function =~ /^find_/;
}

sub answer {
	my ($self, $function) = @_;
	my $answer = "judge_answer_at($function->{number}, __builtin_return_address(0), 0)";
	my $type = $function->{type} . ($function->{stars} ? ' ' . '*' x $function->{stars} : '');
	my ($struct) = $type =~ /^(?:const )?struct (\w+)/;
	my ($queue) = $function->{parameters} =~ /^struct \w+ \*(\w*)/;
	my $change = $function->{name} =~ /_empty$/ ? 0 : $function->{name} =~ /_pop$/ ? -1 : $function->{name} =~ /_push$/ ? 1 : undef;
	if (defined $queue && defined $change) {
		return "return judge_queue(queue, 0) <= 0;" if !$change;
		return "(void)judge_queue(queue, $change);\n\t" . ($type eq 'void' ? "(void)$answer;" : "return $answer;");
	}
	return "(void)$answer;" if $type eq 'void';
	if ($struct && $self->{structs}{$struct}) {
		return "struct $struct o;\n\tjudge_fill_$struct(&o, 1);\n\treturn $answer, o;" if !$function->{stars};
		my @own = $self->{text} =~ /^(?!static|extern)(?:const )?struct \Q$struct\E (\w+)(?: = |;)/mg;
		my $object = @own ? '((void *[]){ ' . join(', ', map { "(void *)&$_" } @own) . ' })[answer & ' . (@own > 1 ? 1 : 0) . ']' :
			     $self->object($struct, $function->{name} =~ /^(make|new|open)/ ? 1 : 0);
		my $is_asked = $self->is_asked_for($function->{name});
		return "long answer = $answer;\n\treturn " . ($is_asked ? "answer <= 0 ? NULL : (void *)$object;" : "(void *)$object;");
	}
	return "return $answer > 0 ? judge_text() : NULL;" if $type =~ /char \*$/;
	return "return $answer & 1;" if $type eq 'bool' || $function->{name} =~ /^(is|has)_/;
	return "return (void *)(long)$answer;" if $function->{stars};
	return "return $answer;";
}

# What a function outside does with what it is given.
sub effects {
	my ($self, $function) = @_;
	my $effects = '';
	for my $parameter (split_list($function->{parameters})) {
		$effects .= "\tjudge_outside_may_call($1);\n" if $parameter =~ /^void \(\*(\w+)\)\(void\)$/;
		$effects .= "\t*$1 = judge_answer_at(0, __builtin_return_address(0), 1);\n" if $parameter =~ /^int \*(\w+)$/;
		my ($struct, $name) = $parameter =~ /^struct (\w+) \*(\w+)$/ or next;
		if (!$self->{structs}{$struct}) {
			$effects .= "\tjudge_poll_again($name, __builtin_return_address(0));\n" if $struct eq 'pollfd';
			next;
		}
		$effects .= "\tjudge_refill_$struct($name, __builtin_return_address(0));\n" if $function->{name} =~ /^(read|poll)_/;
		for my $field (grep { "$_->{type} $_->{declarator}" =~ /^void \(.*\)\(void\)$/ } @{$self->{structs}{$struct}{fields}}) {
			$effects .= "\tjudge_outside_may_call_in(&$name->$field->{name});\n";
		}
	}
	return $effects;
}

sub function_outside {
	my ($self, $function) = @_;
	my $creates = $function->{name} =~ /^$self->{creates}$/ ? "\tjudge_create_somehow();\n" : '';
	my $head = $function->{is_pointer} ? $function->{line} : "$function->{type} $function->{declarator}";
	$head =~ s/(\(struct \w+ \*)\w*/$1queue/ if $function->{name} =~ /_(empty|pop|push)$/;
	my $answer = $function->{is_pointer} ? 'return (void *)judge_function;' : $self->answer($function);
	return "__attribute__((noipa)) $head\n{\n$creates" . $self->effects($function) . "\t$answer\n}\n";
}

# What stands at the margin without a body is outside.
sub functions_outside {
	my ($self) = @_;
	my @found;
	for my $line ($self->{text} =~ /^((?!#|\/\/|static|extern|struct \w+;|\s|typedef|\}|[A-Z]+_)[^\n{=]*\([^\n{]*);$/mg) {
		my ($type, $rest) = $line =~ /^((?:\w+ )*\w+) (.*)$/ or next;
		for my $declarator (split_list($rest)) {
			my ($stars, $name, $parameters) = $declarator =~ /^(\**)(\w+)\((.*)\)$/ ? ($1, $2, $3) :
							  $declarator =~ /^\(\*(\w+)\((.*?)\)\)\(/ ? ('', $1, $2) : next;
			next if grep { $_ eq $name } @{$self->{functions}}, map { $_->{name} } @found;
			push @found, { line => $line, type => $type, declarator => $declarator, name => $name, parameters => $parameters,
				       stars => length $stars, number => 100 + @found, is_pointer => scalar($declarator =~ /^\(/) };
		}
	}
	return @found;
}

# Definitions of what is declared extern, and how they begin.
sub variables_outside {
	my ($self) = @_;
	my ($definitions, $begin) = ('', '');
	for my $line ($self->{text} =~ /^extern ([^\n]*[^\n)]|void \(\*\w+\)\(void\));$/mg) {
		next if $line =~ /^struct command __/; # a section of the program
		for my $variable (declarations($line)) {
			my ($name, $known) = ($variable->{name}, $self->is_known($variable->{type}));
			if ($variable->{is_array}) { # two elements that are there, and one that is not
				$definitions .= "$variable->{type} ${name}[3];\n";
				$begin .= "\tjudge_fill_$known(&${name}[$_], 0);\n" for $known ? (0, 1) : ();
				next;
			}
			$definitions .= "$variable->{type} $variable->{declarator};\n";
			$begin .= $variable->{is_function} ? "\tjudge_outside_may_call_in(&$name);\n" :
				  $known && $variable->{stars} ? "\t$name = " . $self->object($known, 0) . ";\n" : "\t$name = judge_small();\n";
		}
	}
	return ($definitions, $begin);
}

sub entry {
	my ($self, $entry) = @_;
	my ($given, $before, @arguments) = ('', '');
	for my $parameter (grep { $_ ne 'void' } split_list($entry->{parameters})) {
		if ($parameter =~ /^(.*?)\(\*(\w+)\)\(/) {
			my $field = { type => $1, stars => 0 };
			$given .= "\t\t$parameter = " . $self->function_for($2, $field, @{$self->{told}}) . ";\n";
			push @arguments, $2;
		} elsif ($parameter =~ /^(.*\*)end$/ && $before =~ /^\Q$1\E(\w+)$/) { # of what the parameter before begins
			my $begin = $1;
			$given .= "\t\t$before = " . pop(@arguments) . ";\n";
			push @arguments, $begin, "$begin + judge_small()";
		} else {
			push @arguments, $self->given($parameter, $entry->{text});
		}
		$before = $parameter;
	}
	my $name = $entry->{name} eq 'main' ? 'program_main' : $entry->{name};
	return "\t{\n$given\t\t$name(" . join(', ', @arguments) . ");\n\t}\n";
}

# The functions that nobody in the program calls, and of those that only call one another the first.
sub read_entries {
	my ($self) = @_;
	my $text = $self->{text} =~ s/"[^"]*"//gr;
	my @all = grep { !$_->{is_static} } @{$self->{bodies}};
	my @entries = grep { my $name = $_->{name}; $text !~ /^[ \t]+[^\n]*\b\Q$name\E\b/m } @all;
	my %is_reached = map { $_->{name} => 1 } map { $self->reached_from($_) } @entries;
	for my $other (grep { !$is_reached{$_->{name}} } @all) {
		next if $is_reached{$other->{name}};
		push @entries, $other;
		$is_reached{$_->{name}} = 1 for $self->reached_from($other);
	}
	return @entries;
}

sub entries {
	my ($self, $begin) = @_;
	my @entries = @{$self->{entries}};
	my $calls = join '', map { "\tif (judge_number == $_)\n" . $self->entry($entries[$_]) } 0 .. $#entries;
	return "void judge_begin(void)\n{\n$begin}\nvoid judge_entry(int judge_number)\n{\n$calls}\n" .
	       'const int judge_entry_count = ' . @entries . ";\n";
}

# All functions that a function mentions, and those that these do.
sub reached_from {
	my ($self, $body) = @_;
	my %is_reached = ($body->{name} => 1);
	my @left = $body;
	while (my $at = shift @left) {
		push @left, grep { $at->{text} =~ /\b\Q$_->{name}\E\b/ && !$is_reached{$_->{name}}++ } @{$self->{bodies}};
	}
	return grep { $is_reached{$_->{name}} } @{$self->{bodies}};
}

# For each entry, by its number: its name, which of some lines its functions have, and whether they take locks.
sub lines_of_entries {
	my ($self, @lines) = @_;
	return map {
		my @reached = $self->reached_from($_);
		{ name => $_->{name}, locks => scalar(grep { $_->{text} =~ /pthread_mutex_lock/ } @reached),
		  lines => [grep { my $line = $_; grep { $line >= $_->{first} && $line <= $_->{last} } @reached } @lines] };
	} @{$self->{entries}};
}

sub read_bodies {
	my ($text) = @_;
	my @bodies;
	while ($text =~ /^(static )?[\w ]+?[ *\n](\w+)\(([^\n]*)\)\n\{(.*?)^\}/msg) {
		my ($is_static, $name, $parameters, $body, $before) = ($1, $2, $3, $4, substr $text, 0, $-[0]);
		my $first = 1 + $before =~ tr/\n//;
		push @bodies, { name => $name, parameters => $parameters, text => $body, is_static => !!$is_static, first => $first,
				last => $first + ($& =~ tr/\n//) };
	}
	return @bodies;
}

sub read_structs {
	my ($text) = @_;
	my (%structs, $count);
	while ($text =~ /^struct (\w+) \{\n(.*?)^\}/msg) {
		my ($name, $body) = ($1, $2);
		$body =~ s/^\t(?:struct|union) \{.*?^\t\}[^\n]*\n//msg;
		$structs{$name} = { number => $count++ // 0, fields => [map { declarations($_) } $body =~ /^\t([^\n;]+);/mg] };
	}
	return \%structs;
}

# A program with that text; OPTIONS are those of treadle bounds.
sub new {
	my ($class, $text, @options) = @_;
	$text =~ s{/\*.*?\*/}{$& =~ tr/\n//cdr}seg; # lines stay where they are
	$text =~ s{//[^\n]*}{}g;
	my ($creates) = "@options" =~ /--creates (\w+)/;
	my $self = bless { text => $text, creates => $creates // '' }, $class;
	$self->{structs} = read_structs($text);
	$self->{bodies} = [read_bodies($text)];
	$self->{functions} = [map { $_->{name} } @{$self->{bodies}}];
	$self->{told} = [$self->told];
	$self->{entries} = [$self->read_entries];
	return $self;
}

# The C that stands behind it.
sub code {
	my ($self) = @_;
	my ($definitions, $begin) = $self->variables_outside;
	my @structs = sort keys %{$self->{structs}};
	return join '', "#include \"world.h\"\n$definitions",
		(map { "static void judge_fill_$_(void *object, int depth);\n" } @structs),
		(map { "static void judge_refill_$_(struct $_ *o, const void *where);\n" } @structs),
		(map { $self->fill($_) . $self->refill($_) } @structs),
		(map { $self->function_outside($_) } $self->functions_outside),
		$self->entries($begin), "const unsigned long judge_program = (unsigned long)judge_entry;\n";
}

1;
