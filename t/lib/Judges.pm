# What others say about a program: ThreadSanitizer and Helgrind on the plain program, and Treadle on the woven one, in the same words.
#
# A report is { kind, places }.  The kinds: race (two accesses that nothing orders), order (locks that are taken in several orders, or
# a deadlock that comes of it), memory (freed too early), misuse (of a lock), other.  A place is { function, line } in the program's own
# source: the innermost frame there, for a report may point into a library.  A race has two places, where the judge knows both.
# Treadle's have `allocated` as well: for the others, giving out a block of the heap is a write to it.
package Judges;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use File::Temp ();
use Loom;

our @EXPORT = qw(@judges treadle_reports words_of places_of);

our @judges = (
	{ name => 'tsan', title => 'ThreadSanitizer', needs => 'gcc', ask => \&ask_tsan, runs => 5 },
	{ name => 'helgrind', title => 'Helgrind', needs => 'valgrind', ask => \&ask_helgrind, runs => 1 },
);

# What is the same is the same report.
sub key_of {
	my ($report) = @_;
	return join ' ', $report->{kind}, sort { $a <=> $b } map { $_->{line} } @{$report->{places}};
}

sub words_of {
	my ($report) = @_;
	return join ' ', $report->{kind}, sort map { $_->{function} } @{$report->{places}};
}

sub places_of {
	my ($report) = @_;
	return join ', ', map { "$_->{function}:$_->{line}" } sort { $a->{line} <=> $b->{line} } @{$report->{places}};
}

sub distinct {
	my %seen;
	return grep { !$seen{key_of($_)}++ } @_;
}

# Of frames from the innermost outwards, the first in the program's own source.
sub own_place {
	my ($program, @frames) = @_;
	my ($own) = grep { defined $_->{file} && $_->{line} && basename($_->{file}) eq basename($program->{file}) } @frames;
	return $own ? { function => $own->{function} =~ s/\(.*//r =~ s/.*:://r, line => $own->{line} } : ();
}

# Runs a judge so many times; a program that hangs is not run again.
sub run_judge {
	my ($runs, @command) = @_;
	my ($all, $hangs) = ('', 0);
	local $Loom::limit = 5;
	while ($runs-- > 0 && !$hangs) {
		my (undef, undef, $err) = run('/', @command);
		$hangs = $err =~ /^\(killed after/m;
		$all .= $err;
	}
	return $all;
}

my @tsan_kinds = ([qr/^data race/ => 'race'], [qr/^heap-use-after-free/ => 'memory'], [qr/^lock-order-inversion/ => 'order'],
		  [qr/mutex/ => 'misuse']);

# The stacks of a report, each with the line above it.
sub tsan_stacks {
	my ($text) = @_;
	my @stacks;
	while ($text =~ /^  (\S.*):\n((?:    #\d+ .*\n)+)/mg) {
		my ($title, $frames) = ($1, $2);
		my @frames = map { /#\d+ (.+?) (\S+?):(\d+)/ ? { function => $1, file => $2, line => $3 } : () } split /\n/, $frames;
		push @stacks, { title => $title, frames => \@frames };
	}
	return @stacks;
}

sub tsan_report {
	my ($program, $what, $text) = @_;
	my ($kind) = map { $_->[1] } grep { $what =~ $_->[0] } @tsan_kinds;
	my @stacks = tsan_stacks($text);
	@stacks = grep { $_->{title} =~ /^(previous )?(atomic )?(read|write) of size/i } @stacks if $what =~ /^(data race|heap-use)/;
	@stacks = grep { $_->{title} =~ /acquired|locked/ } @stacks if ($kind || '') eq 'order';
	splice @stacks, 1 if ($kind || '') eq 'misuse';
	my @places = map { own_place($program, @{$_->{frames}}) } @stacks;
	return { kind => $kind || 'other', what => $what, places => \@places };
}

# Compiled as a plain program, but not optimised, so that a line is the source's line for all.
sub compile_for {
	my ($judge, $program, @flags) = @_;
	my @compiler = ($program->{is_cxx} ? 'g++' : 'gcc', @flags);
	return Loom::compile({ %$program, flags => [@{$program->{flags}}, '-O0'] }, $judge, \@compiler);
}

# The reports, or undef and why there are none.
sub ask_tsan {
	my ($program, $runs) = @_;
	my ($binary, $messages) = compile_for('tsan', $program, '-fsanitize=thread', '-Wno-tsan');
	return (undef, "does not compile: $messages") if !$binary;
	local $ENV{TSAN_OPTIONS} = 'halt_on_error=0 atexit_sleep_ms=0 second_deadlock_stack=1 report_signal_unsafe=0';
	my $text = run_judge($runs, $binary);
	return (undef, $1) if $text =~ /^(FATAL: ThreadSanitizer.*)/m;
	my @reports;
	while ($text =~ /^WARNING: ThreadSanitizer: (.*?) \(pid=\d+\)\n(.*?)^={10}/msg) {
		push @reports, tsan_report($program, $1, $2);
	}
	return [distinct(grep { $_->{what} !~ /^thread leak/ } @reports)];
}

my %helgrind_kinds = (Race => 'race', LockOrder => 'order', UnlockUnlocked => 'misuse', UnlockForeign => 'misuse', UnlockBogus => 'misuse',
		      PthAPIerror => 'misuse');

sub helgrind_frames {
	my ($stack) = @_;
	my @frames;
	while ($stack =~ m{<frame>(.*?)</frame>}sg) {
		my $frame = $1;
		my %part = map { my ($value) = $frame =~ m{<$_>(.*?)</$_>}s; ($_ => $value) } qw(fn file line);
		push @frames, { function => $part{fn} || '?', file => $part{file}, line => $part{line} };
	}
	return @frames;
}

sub helgrind_report {
	my ($program, $kind, $text) = @_;
	my ($what) = $text =~ m{<text>(.*?)</text>}s;
	my @stacks = $text =~ m{<stack>(.*?)</stack>}sg;
	my $most = { Race => 2, LockOrder => scalar @stacks }->{$kind} || 1;
	my @places = map { own_place($program, helgrind_frames($_)) } grep { defined } @stacks[0 .. $most - 1];
	return { kind => $helgrind_kinds{$kind} || 'other', what => $what || $kind, places => \@places };
}

sub ask_helgrind {
	my ($program, $runs) = @_;
	my ($binary, $messages) = compile_for('helgrind', $program);
	return (undef, "does not compile: $messages") if !$binary;
	my $xml = File::Temp->new;
	my @reports;
	for (1 .. $runs) {
		my $text = run_judge(1, 'valgrind', '--tool=helgrind', '-q', '--fair-sched=yes', '--xml=yes', "--xml-file=$xml", $binary);
		my $errors = slurp("$xml");
		push @reports, helgrind_report($program, $1, $2) while $errors =~ m{<error>.*?<kind>(\w+)</kind>(.*?)</error>}sg;
		last if $text =~ /^\(killed after/m;
	}
	return [distinct(grep { $_->{what} ne 'Dubious' && $_->{what} !~ /dubious/ } @reports)];
}

my %treadle_kinds = (race => 'race', deadlock => 'order', cycle => 'order', 'self-deadlock' => 'order', 'use-after-free' => 'memory',
		     'double-free' => 'memory', 'not-owner' => 'misuse', 'bad-primitive' => 'misuse');

# The stacks that a finding is about: of a race both accesses, of a deadlock where each thread stands, of the heap the access and
# where the block was freed.
sub treadle_stacks {
	my ($trace) = @_;
	my $result = $trace->{result};
	return map { $_->{stack} } @{$result->{race}}{qw(first second)} if $result->{race};
	return map { $_->{stack} || [$_->{site}] } grep { defined $_->{site} } @{$trace->{threads}} if $result->{kind} =~ /deadlock|cycle/;
	return ($result->{stack}, defined $result->{block_freed} ? [$result->{block_freed}] : ());
}

sub treadle_report {
	my ($program, $trace) = @_;
	my @places = map { own_place($program, @{$trace->{sites}}[grep { defined } @$_]) } treadle_stacks($trace);
	my $allocated = $trace->{result}{block_allocated};
	my @allocated = defined $allocated ? own_place($program, $trace->{sites}[$allocated]) : ();
	return { kind => $treadle_kinds{$trace->{result}{kind}} || 'other', what => $trace->{result}{headline}, places => \@places,
		 allocated => \@allocated };
}

# What Treadle finds, or undef and what it said.
sub treadle_reports {
	my ($program) = @_;
	my ($binary, $messages) = weave($program, 'gcc');
	return (undef, "does not compile: $messages") if !$binary;
	my ($directory, $status, $out, $err) = explore($program, $binary, '--keep-going', '--quiet', '--executions', 2000, '--time', 5);
	return (undef, "$out$err") if $status > 1;
	my @traces = map { read_trace($directory, $_) || () } glob("$directory/*.trd");
	return [distinct(map { treadle_report($program, $_) } @traces)];
}

1;
