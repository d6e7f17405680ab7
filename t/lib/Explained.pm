# What `treadle explain` says about a program, held against what is known about it; and whether the remedy that it
# proposes is one.
#
# A program says in its first comment lines why it fails:
#
#   // cause: KIND|KIND            the `kind` of the explanation
#   // lines: @a|@b @c             lines that its first sentence must name: one of @a and @b, and @c; the line of @a
#                                  has /* @a */
#   // says: REGEX                 what the sentence must match
#   // serially: fails             it also fails where each thread runs until it blocks
#   // covers: all               each execution that fails has the orderings that are told
#   // completions: N              executions with least concurrency that are enough to find the wrong switch
package Explained;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use File::Temp ();
use JSON::PP qw(decode_json);
use Loom;

our @EXPORT = qw(known_cause explained faults_of_explanation woven_text fault_of_remedy);

sub known_cause {
	my ($file) = @_;
	my %self = (lines => [], says => []);
	my (%mark, $line);
	my $text = slurp($file);
	for (split /\n/, $text) {
		$line++;
		$mark{$1} = basename($file) . ":$line" if m{/\* \@(\w+) \*/};
	}
	while ($text =~ m{^// (cause|lines|says|serially|covers|completions): (.+)$}mg) {
		my ($key, $value) = ($1, $2);
		if ($key eq 'says') {
			push @{$self{says}}, $value;
		} elsif ($key eq 'lines') {
			my @any = map { [split /\|/] } split ' ', $value;
			my $line_of = sub { $mark{$_[0] =~ s/^\@//r} // die "$file: no line is marked $_[0]" };
			$self{lines} = [map { [map { $line_of->($_) } @$_] } @any];
		} else {
			$self{$key} = $value;
		}
	}
	return \%self;
}

# Explores a woven program until it fails, and explains the failure: the JSON, or undef and what went wrong.  The
# directory with the trace goes when it is no longer held.
sub explained {
	my ($program, $binary, @options) = @_;
	my ($directory, $status, $out, $err) = explore($program, $binary, '-q', '--races', 'off');
	my ($file) = glob("$directory/*.trd");
	return (undef, "exploring finds nothing ($status):\n$out$err", $directory) if !$file;
	($status, $out, $err) = run($directory, $treadle, 'explain', '--json', @options, $file);
	my $json = $status == 1 ? eval { decode_json($out) } : undef;
	return ($json, $json ? '' : "explain ends with status $status:\n$out$err", $directory, $file);
}

# In which ways an explanation differs from what is known.
sub faults_of_explanation {
	my ($known, $said) = @_;
	my ($sentence, @faults) = ($said->{sentence});
	push @faults, "kind $said->{kind}, not $known->{cause}"
		if $known->{cause} && $said->{kind} !~ /^($known->{cause})$/;
	for my $any (@{$known->{lines}}) {
		push @faults, 'does not name ' . join(' or ', @$any) if !grep { $sentence =~ /\b\Q$_\E\b/ } @$any;
	}
	push @faults, "does not say $_" for grep { $sentence !~ /$_/ } @{$known->{says}};
	push @faults, 'does not know that it fails serially too'
		if $known->{serially} && !$said->{orders}{fails_serially};
	push @faults, "$said->{support} of $said->{orders}{failed} failing orders have it"
		if $known->{covers} && $said->{support} != $said->{orders}{failed};
	push @faults, "$said->{switches}{completions} completions, more than $known->{completions}"
		if $known->{completions} && $said->{switches}{completions} > $known->{completions};
	return @faults;
}

# A text, compiled; the binary, or undef and what the compiler said.
sub woven_text {
	my ($directory, $name, $text) = @_;
	open my $file, '>', "$directory/$name.c" or die "$directory/$name.c: $!";
	print $file $text;
	close $file;
	my @options = (qw(--compiler=gcc -g -O1 -pthread), "-I$root/include");
	my ($status, $out, $err) = run($directory, $treadle, 'cc', @options, '-o', $name, "$name.c");
	return $status ? (undef, "$out$err") : ("$directory/$name");
}

# Puts words before a line, or behind it; lines have numbers from 1.
sub put_in {
	my ($lines, $number, $before, $behind) = @_;
	$lines->[$number - 1] = $before . $lines->[$number - 1] . $behind;
}

sub is_simple {
	my ($line) = @_;
	return $line =~ /;/ && $line !~ /\b(if|while|for|return|pthread_\w+)\b/;
}

# The line of the lock under which a line is, or itself: where a thread can wait for another one that needs that lock.
sub line_to_wait_at {
	my ($lines, $number) = @_;
	for (my $i = $number - 1; $i > 0 && $lines->[$i - 1] !~ /^\{|mutex_unlock/; $i--) {
		return $i if $lines->[$i - 1] =~ /mutex_lock/;
	}
	return $number;
}

# The text with the remedy in it; undef if it is not easily put in.  Each thread has a function of its own and does a
# line once, so that what is said of an event can be done at its line.
sub with_remedy {
	my ($text, $remedy) = @_;
	my @lines = split /\n/, $text;
	my ($first, $second) = @{$remedy}{qw(first second)};
	my @numbers = map { $_->{line} } $first, $second;
	return undef if grep { !is_simple($lines[$_ - 1]) } @numbers;
	return undef if $text =~ /\bfor \(/;
	if ($remedy->{kind} eq 'atomic') {
		return undef if $first->{function} ne $second->{function} || $numbers[0] > $numbers[1];
		my @stretch = @lines[$numbers[0] - 1 .. $numbers[1] - 1];
		return undef if grep { /[{}]|cond_wait/ } @stretch;
		put_in(\@lines, $numbers[0], 'treadle_atomic_begin(); ', '');
		put_in(\@lines, $numbers[1], '', ' treadle_atomic_end();');
	} else {
		put_in(\@lines, $numbers[0], '', ' sem_post(&in_order);');
		put_in(\@lines, line_to_wait_at(\@lines, $numbers[1]), 'sem_wait(&in_order); ', '');
	}
	my @more = ('#include <semaphore.h>', '#include <treadle/treadle.h>', 'static sem_t in_order;');
	return join "\n", @more, @lines, '';
}

# Makes a program in which the remedy is part of the text, and looks at all its orders: none may fail.  Undef: not
# tried.
sub fault_of_remedy {
	my ($text, $remedy) = @_;
	my $remedied = with_remedy($text, $remedy) // return undef;
	my $directory = File::Temp->newdir;
	my ($binary, $messages) = woven_text($directory, 'remedied', $remedied);
	return "cannot be compiled:\n$messages" if !$binary;
	my @options = qw(-q --races off -e trace --executions 30000 --time 10);
	my ($status, $out, $err) = run($directory, $treadle, @options, $binary);
	return $status == 0 ? '' : "with the remedy it still fails ($status):\n$out$err";
}

1;
