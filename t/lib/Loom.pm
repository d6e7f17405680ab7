# What the tests of programs share: reading the directives of a program, compiling it, running the tool on it.
#
# A program under t/bad or t/ok says in its first comment lines what is expected of Treadle:
#
#   // treadle: expect WORD|WORD     what must be found (the words of `treadle show --json`, .result.kind)
#   // treadle: says "REGEX"         must be found in the report, sentences in one line; @name stands for FILE:LINE, or :LINE, of
#                                    the line with /* @name */
#   // treadle: never "REGEX"        must not be found there
#   // treadle: options OPTIONS      for treadle explore
#   // treadle: replay OPTIONS       for treadle replay
#   // treadle: replays N            so many replays are enough
#   // treadle: flags FLAGS          for the compiler
#   // treadle: needs PROGRAM        left out where it is not installed
#   // treadle: strategies NAMES     those that can find it alone, if not all
#   // treadle: plain no             cannot be compiled without Treadle
#   // treadle: alone no             may end badly without the tool
#   // treadle: quiet yes            explored without a warning
#   // treadle: races REASON         why a race detector may say something about it
package Loom;

use strict;
use warnings;
use Cwd qw(abs_path);
use Encode qw(decode);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Path qw(make_path);
use File::Temp ();
use JSON::PP qw(decode_json);

our @EXPORT = qw($root $treadle @strategies $is_long programs one_in is_installed has_weaver weave compile_plain run unbroken columns lines_once
		 explore read_trace expected_trace slurp);
our $root = abs_path(dirname(__FILE__) . '/../..');
our $build = $ENV{TREADLE_BUILD} || "$root/build";
our $treadle = "$build/treadle";
our @strategies = qw(random pct pos delays preemptions);
our $is_long = $ENV{TREADLE_LONG};

our $limit = 60; # seconds that one command may take

sub slurp {
	my ($file) = @_;
	open my $in, '<:raw', $file or die "$file: $!";
	local $/;
	my $text = <$in>;
	return defined $text ? $text : '';
}

# Those of a file, sorted, each once.
sub lines_once {
	my ($path) = @_;
	return 'none' if !-e $path;
	my %lines = map { $_ => 1 } split /\n/, slurp($path);
	return join("\n", sort keys %lines);
}

sub is_installed {
	my ($name) = @_;
	return grep { -x "$_/$name" } split /:/, $ENV{PATH};
}

# Programs can be woven by clang where the rewriter was built.
sub has_weaver {
	return -x "$build/treadle-weave" && is_installed('clang');
}

sub program {
	my ($file) = @_;
	my $text = slurp($file);
	my %self = (file => $file, name => basename($file) =~ s/\.\w+$//r, is_cxx => scalar($file =~ /\.cc$/), replays => 3,
		    strategies => [@strategies], says => [], never => [], options => [], flags => [], replay => []);
	my (%mark, $line);
	for (split /\n/, $text) {
		$line++;
		$mark{$1} = '(?:' . quotemeta(basename($file)) . ")?:$line\\b" if m{/\* \@(\w+) \*/};
	}
	while ($text =~ m{^// treadle: (\w+) (.+)$}mg) {
		my ($key, $value) = ($1, $2);
		if ($key eq 'says' || $key eq 'never') {
			$value =~ s/^"(.*)"$/$1/ or die "$file: $key needs quotes";
			$value =~ s/\@(\w+)/$mark{$1} or die "$file: no line is marked \@$1"/ge;
			push @{$self{$key}}, $value;
		} elsif (ref $self{$key}) {
			$self{$key} = [split ' ', $value];
		} elsif ($key =~ /^(alone|expect|needs|plain|quiet|races|replays)$/) {
			$self{$key} = $value;
		} else {
			die "$file: unknown directive $key";
		}
	}
	return \%self;
}

# The programs of a folder; with names on the command line of the test, only those.
sub programs {
	my ($folder) = @_;
	my @all = map { program($_) } sort glob("$root/t/$folder/*.c $root/t/$folder/*.cc");
	return @all if !@ARGV;
	return grep { my $name = $_->{name}; grep { $_ eq $name } @ARGV } @all;
}

# Of so many programs one; of those that are named on the command line, all.
sub one_in {
	my ($every, @programs) = @_;
	return @ARGV ? @programs : @programs[grep { $_ % $every == 0 } 0 .. $#programs];
}

# A report with its broken sentences in one line: a line goes on with the one before if its first word did not fit there.  Rows of
# the picture stay.
sub unbroken {
	my ($text) = @_;
	my ($result, $width) = ('', 0);
	for my $line (split /^/, $text) {
		my ($word) = $line =~ /^ +(\S+)/;
		my $is_further = $width && defined $word && $width + 1 + columns($word) > 80 && $line !~ /│/;
		$result = $is_further ? $result =~ s/\n\z/ /r . $line =~ s/^ +//r : $result . $line;
		$width = columns($line =~ s/\n//r);
	}
	return $result;
}

sub columns {
	my ($text) = @_;
	return length decode('UTF-8', $text);
}

# Runs a command in a directory; its status (128 + signal as in a shell), standard output and standard error.
sub run {
	my ($directory, @command) = @_;
	my $out = File::Temp->new;
	my $err = File::Temp->new;
	my $pid = fork;
	die "fork: $!" if !defined $pid;
	if (!$pid) {
		setpgrp;
		chdir $directory or die "$directory: $!";
		open STDIN, '<', '/dev/null';
		open STDOUT, '>&', $out;
		open STDERR, '>&', $err;
		no warnings 'exec';
		exec @command or print STDERR "$command[0]: $!\n";
		require POSIX;
		POSIX::_exit(127);
	}
	my $late;
	local $SIG{ALRM} = sub { $late = 1; kill 'KILL', -$pid };
	alarm $limit;
	waitpid $pid, 0;
	my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
	alarm 0;
	return ($status, slurp("$out"), slurp("$err") . ($late ? "(killed after $limit seconds)\n" : ''));
}

sub is_newer {
	my ($target, @sources) = @_;
	my $time = (stat $target)[9] or return 0;
	return !grep { ((stat $_)[9] || 0) >= $time } @sources;
}

# Compiles into build/t, unless what lies there is up to date.  Tests run side by side, so nothing half-made may be seen.
sub compile {
	my ($program, $kind, $compiler, @more) = @_;
	my $folder = join '/', "$build/t", $kind, basename(dirname($program->{file}));
	my $target = "$folder/$program->{name}";
	return ($target) if is_newer($target, $program->{file}, @more);
	make_path($folder);
	my @language = $program->{is_cxx} ? '-std=c++17' : (); # older compilers begin with less
	my @flags = (qw(-g -O1 -Wall -Wextra -pthread), "-I$root/include", @language, @{$program->{flags}});
	my @libraries = $kind =~ /^(gcc|clang)$/ ? () : ("-L$build", '-ltreadle-sync'); # treadle cc knows itself
	my ($status, $out, $err) = run("$root/t", @$compiler, @flags, '-o', "$target.$$", substr($program->{file}, length "$root/t/"),
				       @libraries);
	return (undef, "$out$err") if $status;
	rename "$target.$$", $target or die "$target: $!";
	return ($target, "$out$err");
}

# The woven program, or undef and what the compiler said.
sub weave {
	my ($program, $compiler) = @_;
	my $is_cxx = $program->{is_cxx};
	my $name = $is_cxx ? { gcc => 'g++', clang => 'clang++' }->{$compiler} : $compiler;
	return compile($program, $compiler, [$treadle, $is_cxx ? 'c++' : 'cc', "--compiler=$name"],
		       $treadle, "$build/libtreadle-rt.a", grep { -e } "$build/treadle-weave");
}

sub compile_plain {
	my ($program) = @_;
	return compile($program, 'plain', [$program->{is_cxx} ? 'g++' : 'gcc']);
}

# Explores in a fresh directory; the directory, which goes when it is no longer held, and what `run` gives.
sub explore {
	my ($program, $binary, @options) = @_;
	my $directory = File::Temp->newdir;
	my @limit = ($program->{expect} // '') eq 'race' ? ('--executions', 1500) : (); # a race does not end the search
	my @explain = grep({ $_ eq '--explain' } @options) ? () : ('--explain', 'off'); # how much it finds in its time depends on the machine
	return ($directory, run($directory, $treadle, '--seed', 1, @limit, @explain, @{$program->{options}}, @options, $binary));
}

# The first trace has no number in its name, the next one is 2.
sub number_of {
	return $_[0] =~ /\.(\d+)\.trd$/ ? $1 : 1;
}

# Of the traces in a directory, the first one of something that the program is expected to have: its file and what read_trace
# gives.  A data race that comes with the bug does not end the search, and has a trace of its own.
sub expected_trace {
	my ($program, $directory) = @_;
	for my $file (sort { number_of($a) <=> number_of($b) } glob("$directory/*.trd")) {
		my $trace = read_trace($directory, $file);
		return ($file, $trace) if $trace && $trace->{result}{kind} =~ /^($program->{expect})$/;
	}
	return;
}

# The trace as `treadle show --json` gives it, without the events but one: there may be very many.
sub read_trace {
	my ($directory, $file) = @_;
	my ($status, $out, $err) = run($directory, $treadle, 'show', '--json', '--from', 1, '--to', 1, $file);
	return $status == 0 ? eval { decode_json($out) } : undef;
}

1;
