# The headers that configure or cmake would make of their templates, guessed: a header exists if it lies in /usr/include, a
# function if the C library has it, threads always.  What a Makefile defines as a text on the command line is some text here.
# Enough to read a program with; nobody compiles it.
package GuessedConfig;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Find ();
use Loom;

our @EXPORT = qw(guess_config guess_definitions);

my %sizes = (CHAR => 1, SHORT => 2, INT => 4, LONG => 8, LONG_LONG => 8, VOID_P => 8, SIZE_T => 8, TIME_T => 8, OFF_T => 8,
	     INTMAX_T => 8, PTHREAD_T => 8, UNSIGNED_INT => 4, UNSIGNED_LONG => 8, UNSIGNED_SHORT => 2);
my (%headers, %functions);
my @of_compiler = qw(STDARG_H STDDEF_H STDBOOL_H STDINT_H STDATOMIC_H FLOAT_H LIMITS_H ISO646_H STDALIGN_H STDNORETURN_H);

sub learn {
	return if %functions;
	$headers{$_} = 1 for @of_compiler;
	my @roots = ('/usr/include', glob('/usr/include/*-linux-gnu'));
	for my $root (@roots) {
		for my $file (glob("$root/*.h $root/{sys,net,netinet,arpa,linux,openssl}/*.h")) {
			my $name = uc substr $file, length "$root/";
			$headers{$name =~ s/\W/_/gr} = 1;
		}
	}
	my ($library) = glob('/lib/*-linux-gnu/libc.so.6 /lib64/libc.so.6');
	for ($library ? `objdump -T $library` : ()) {
		$functions{uc $1} = 1 if / (\w+)$/;
	}
}

# What the template's NAME would be defined as; undef: not at all.
sub guess {
	my ($name) = @_;
	return $sizes{$1} if $name =~ /^SIZEOF_(\w+)$/;
	return '"guessed"' if $name =~ /^(PACKAGE|VERSION|PACKAGE_\w+|\w+_PACKAGE|\w+_VERSION|\w*(DIR|_PATH))$/ && $name !~ /^(HAVE|USE|WITH)_/;
	return 'void' if $name eq 'RETSIGTYPE';
	return 1 if $name eq 'STDC_HEADERS' || $name eq '_GNU_SOURCE';
	return if $name =~ /WIN32|WINDOWS|MINGW|SOLARIS|APPLE|DARWIN|BSD|AIX|HPUX|_NP$|BROKEN|NO_|DEBUG|^PTHREAD_/;
	return 1 if $name =~ /(^|_)P?THREADS?(_|$)/ && $name !~ /_H$/;
	return 1 if $name =~ /^(?:[A-Z0-9]+_)?HAVE_(\w+_T|STRUCT_\w+|IPV6|INLINE|__?FUNC__?|VA_COPY|STDBOOL_H|LIBPTHREAD)$/;
	return unless $name =~ /^(?:[A-Z0-9]+_)?HAVE_(?:DECL_)?(\w+)$/;
	return $headers{$1} || $functions{$1} ? 1 : undef;
}

sub fill_line {
	my ($line) = @_;
	if ($line =~ /^\s*#\s*(?:undef|cmakedefine(?:01)?|mesondefine)\s+(\w+)/) {
		my $value = guess($1);
		return defined $value ? "#define $1 $value\n" : "/* no $1 */\n";
	}
	return $line =~ /\@\w+\@|\$\{\w+\}/ ? "/* not guessed */\n" : $line;
}

# A header that has no template, out of what the sources ask for.
sub write_from_use {
	my ($header, @sources) = @_;
	my %is_asked;
	for my $source (@sources) {
		$is_asked{$_} = 1 for slurp($source) =~ /^\s*#\s*(?:el)?if.*?\b((?:HAVE|SIZEOF|USE|ENABLE)_\w+)/mg;
	}
	open my $out, '>', $header or die "$header: $!";
	print $out "#define _GNU_SOURCE 1\n", map { fill_line("#undef $_\n") } qw(PACKAGE VERSION PACKAGE_NAME PACKAGE_VERSION),
		sort keys %is_asked;
	close $out;
}

sub files_below {
	my ($folder, $pattern) = @_;
	my @files;
	File::Find::find({ no_chdir => 1, wanted => sub { push @files, $_ if -f && !-l && /$pattern/ } }, $folder);
	return sort @files;
}

# AC_CONFIG_HEADERS([include/own.h:autoconf/config.h.in]): header => template, where they are called differently.
sub renamed_headers {
	my ($folder) = @_;
	my %template;
	for my $script (files_below($folder, qr{/configure\.(ac|in)$})) {
		my $base = $script =~ s{/[^/]*$}{}r;
		for my $list (slurp($script) =~ /^\s*AC_CONFIG_HEADERS?\s*\(\[?([^\])]*)/mg) {
			$list =~ /^([^:]+):([^:]+)$/ and $template{"$base/$1"} = "$base/$2" for split ' ', $list;
		}
	}
	return %template;
}

sub write_from_template {
	my ($header, $template) = @_;
	return if -e $header || !-e $template || !-d dirname($header);
	open my $out, '>', $header or die "$header: $!";
	print $out map { fill_line($_) } split /^/, slurp($template);
	close $out;
}

# What the command lines of the build define as texts, as flags for a compiler.
sub guess_definitions {
	my ($folder) = @_;
	my %is_text;
	for my $file (files_below($folder, qr{/(Makefile(\.am|\.in)?|CMakeLists\.txt|meson\.build|configure\.ac|configure\.in)$})) {
		$is_text{$_} = 1 for slurp($file) =~ /-D([A-Z]\w*)=(?:\\+"|'\\?"|"?\\+"|'"')/g;
	}
	return map { qq{-D$_="guessed"} } sort keys %is_text;
}

# Fills every template below FOLDER whose header is not there, and makes a config.h where one is needed and has no template.
sub guess_config {
	my ($folder) = @_;
	learn();
	for my $template (files_below($folder, qr/\.(h\.in|h\.cmake|h\.cmake\.?in|hin)$/)) {
		write_from_template($template =~ s/\.(h\.in|h\.cmake|h\.cmake\.?in|hin)$/.h/r, $template);
	}
	my %renamed = renamed_headers($folder);
	write_from_template($_, $renamed{$_}) for sort keys %renamed;
	my @sources = files_below($folder, qr/\.(c|cc|cpp|cxx|h|hh|hpp)$/);
	for my $name (qw(config.h build-config.h config/config.h)) {
		next if grep { m{/\Q$name\E$} } @sources;
		write_from_use("$folder/$name", @sources) if grep { slurp($_) =~ /^\s*#\s*include\s*["<]\Q$name\E[">]/m } @sources;
	}
}

1;
