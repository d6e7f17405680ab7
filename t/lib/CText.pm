# C as text: comments and strings taken out, functions and the names that a file declares.  No compiler: it relies on how our code is laid
# out (balanced braces, no declarations built by macros), and gives the same for a checkout that does not compile.
package CText;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(slurp code_of lines_of_comment width pieces functions declared_names defined_names kinds_of members);

sub slurp {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	local $/;
	return scalar <$in>;
}

my $token = qr{(?<comment>/\*.*?\*/|//[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')}s;

# The text without comments, and with strings that are empty; each line stays where it is.
sub code_of {
	my ($text) = @_;
	$text =~ s{$token}{defined $+{comment} ? ' ' . ($+{comment} =~ tr/\n//cdr) : substr($+{string}, 0, 1) x 2}ge;
	return $text;
}

# How many lines hold a comment and nothing else.
sub lines_of_comment {
	my ($text, $code) = @_;
	my @code = split /\n/, $code, -1;
	my @text = split /\n/, $text, -1;
	return scalar grep { $code[$_] !~ /\S/ && $text[$_] =~ /\S/ } 0 .. $#text;
}

# Columns of a line, with tabs to every eighth.
sub width {
	my ($line) = @_;
	my $width = 0;
	for my $part (split /(\t)/, $line) {
		$width += $part eq "\t" ? 8 - $width % 8 : length $part;
	}
	return $width;
}

# Lines of the preprocessor are emptied, those that go on on the next line, too.
sub without_directives {
	my ($code) = @_;
	$code =~ s{^[ \t]*#(?:[^\n\\]|\\.|\\\n)*}{$& =~ tr/\n//cdr}gme;
	return $code;
}

# The declarations and definitions outside of all braces: [head, body or undef, number of the first line].  What stands between the body
# and the semicolon (the name of a variable, an attribute) goes to the head.
sub pieces {
	my ($code) = @_;
	$code = without_directives($code);
	my ($depth, $round, $head, $body, $line, $from, @pieces) = (0, 0, '', undef, 1, 0);
	my $finish = sub {
		push @pieces, [$head =~ s/^\s+|\s+\z//gr, $body, $from] if $head =~ /\S/;
		($head, $body, $from) = ('', undef, 0);
	};
	while ($code =~ /\G([^{}();\n]+|.)/gs) {
		my $part = $1;
		$line++ if $part eq "\n";
		$from = $line if !$from && $part =~ /\S/;
		if ($depth || $part eq '{') {
			$body .= $part if $depth;
			$body //= '' if $part eq '{';
			$depth += ($part eq '{') - ($part eq '}');
			next if $depth || $part ne '}';
			chop $body;
			$finish->() if is_function($head);
		} elsif ($part eq ';' && !$round) {
			$finish->();
		} else {
			$round += ($part eq '(') - ($part eq ')');
			$head .= $part;
		}
	}
	return @pieces;
}

sub plain {
	my ($head) = @_;
	$head =~ s/\b(?:__attribute__|__asm__|asm|aligned|section)\s*(\((?:[^()]|(?1))*\))//g;
	return $head =~ s/\s+\z//r;
}

# With a body behind it.
sub is_function {
	my ($head) = @_;
	$head = plain($head);
	return $head =~ /\)\z/ && $head !~ /=/;
}

sub name_of_function {
	my ($head) = @_;
	return $1 if $head =~ /\(\s*\*+\s*(\w+)\s*\(/; # it returns a pointer to a function
	return $head =~ /(\w+)\s*\(/ ? $1 : '';
}

# The definitions: {name, line, length, static, body}; the length is that of the body, the lines of its braces apart.
sub functions {
	my ($code) = @_;
	my @found;
	for (pieces($code)) {
		my ($head, $body, $line) = @$_;
		next if !defined $body || !is_function($head);
		my $length = ($body =~ tr/\n//) - 1;
		push @found, {name => name_of_function(plain($head)), line => $line, length => $length < 1 ? 1 : $length,
			      static => scalar($head =~ /\bstatic\b/), body => $body};
	}
	return @found;
}

# In the body of an enum.
sub enumerators {
	my ($body) = @_;
	$body =~ s/=(?:[^,()]|\((?:[^()]|\([^()]*\))*\))*//g;
	return $body =~ /(\w+)/g;
}

# The enumerators of the enum with this tag.
sub kinds_of {
	my ($code, $enum) = @_;
	return $code =~ /\benum\s+\Q$enum\E\s*\{([^}]*)\}/ ? enumerators($1) : ();
}

# The fields in the body of a struct: [name, type, is it a pointer].
sub members {
	my ($body) = @_;
	$body =~ s/^\{|\}\z//g;
	my @found;
	for my $line (split /;/, plain($body)) {
		if ($line =~ /\(\s*\*\s*(\w+)/) {
			push @found, [$1, $line, 1]; # to a function
			next;
		}
		$line =~ s/\[[^\]]*\]//g;
		my ($type) = $line =~ /^\s*((?:\w+\s+)*)/;
		for my $declared (split /,/, $line) {
			my ($name) = $declared =~ /(\w+)\s*(?::.*)?\z/;
			push @found, [$name, $type, $declared =~ /\*/ ? 1 : 0] if defined $name;
		}
	}
	return @found;
}

# The name of a variable, a type or a function that stands alone.
sub declared_by {
	my ($head) = @_;
	$head = plain($head);
	if ($head =~ /^[^=]*?\w[\w\s*]*\(/ && $head !~ /^[^(]*=/) {
		return $head =~ /^typedef\b.*\(\s*\*+\s*(\w+)\s*\)/s ? $1 : name_of_function($head);
	}
	$head =~ s/=.*//s;
	my @names = map { /(\w+)\s*(?:\[[^\]]*\]\s*)*(?::.*)?\z/s ? $1 : () } split /,/, $head;
	return @names;
}

# What a header gives to those who include it: macros, tags, enumerators, types, functions and variables.
sub declared_names {
	my ($code) = @_;
	my %names = map { $_ => 1 } $code =~ /^[ \t]*#[ \t]*define[ \t]+(\w+)/gm;
	for (pieces($code)) {
		my ($head, $body) = @$_;
		$names{$1} = 1 if defined $body && $head =~ /\b(?:struct|union|enum)\s+(\w+)/ && !is_function($head);
		$names{$_} = 1 for defined $body && $head =~ /\benum\b/ && !is_function($head) ? enumerators($body) : ();
		next if !defined $body && $head =~ /^(?:struct|union|enum)\s+\w+\z/; # only that there is one
		next if $head =~ /^_Static_assert\b/ || (defined $body && $head =~ /^(?:struct|union|enum)(?:\s+\w+)?\z/);
		$names{$_} = 1 for declared_by($head);
	}
	return sort keys %names;
}

# The functions and variables with a name for other files that a file defines, tentatively, too.
sub defined_names {
	my ($code) = @_;
	my %names;
	for (pieces($code)) {
		my ($head, $body) = @$_;
		next if $head =~ /\b(?:static|extern|typedef)\b|^_Static_assert\b|^(?:__asm__|asm)\b/;
		if (defined $body && is_function($head)) {
			$names{name_of_function(plain($head))} = 1;
			next;
		}
		next if $head =~ /^(?:struct|union|enum)(?:\s+\w+)?\z/;
		next if !defined $body && plain($head) =~ /\)\z/ && $head !~ /=/; # a prototype
		$names{$_} = 1 for declared_by($head);
	}
	return sort keys %names;
}

1;
