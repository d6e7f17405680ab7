#!/usr/bin/perl
# The figures of the house: how src/ is divided, what it repeats, how it reads.
#
#   perl t/house.pl [--seconds] [DIR ...]
#
# One column for each checkout (by default the present one), also one from before src/rt had rooms.  --seconds builds, too: how long `make dev`
# takes after a change in one file.  A tree is only read as text (CText.pm); just the size of a thread is asked of the compiler.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use CText qw(slurp width lines_of_comment functions kinds_of members);
use File::Temp ();
use Includes qw(@rooms read_tree dependences cycles folder_of room_of is_door unit_of hidden_dependences);
use Time::HiRes qw(time);

# Where a unit of the flat src/rt was put when the rooms were made.
my %room_then;
for (split /\n/, <<'FLAT') {
sys: os real pool index hash session stub end
state: fiber frames lineage object shadow putback mark heap modules part events touch
code: local_state dead machine result
core: strategy runnable cancel silent cut fingerprint clock patience limit lot
loops: spin rounds stand late laps alone livelock watch
search: search tree dependence places reversal fraction covered turns sure footprint joint symmetry tokens returns readsfrom readsfrom_graph readsfrom_keys witness readsfrom_print
race: race race_clock race_cells race_book race_overlap race_sync lock_order guarded
engine: sched pick candidates follow bounded sampling strategies record finish primitive hunt workers stretch bad_access cancel_point
hooks: access atomic assembly mem text_calls string_calls wide_calls time_calls system_calls format scan_format heap_calls guarded_access
sync: mutex cond rwlock sem semaphore barrier once monitor port mq futex uncancelled availability guard
io: fd fd_calls fd_copies flow loopback socket_calls stream stream_calls stream_fd files file_calls name_calls timerfd hidden library aio cycles random clock_calls spawn mapping
thread: thread key exit signals handler credentials c11 annotate adopted named_functions err timers fault
host: host start training parts object_types
FLAT
	my ($room, @units) = split /:? /;
	$room_then{$_} = $room for @units;
}

my $parens = qr/(\((?:[^()]++|(?-1))*+\))/;
my $braces = qr/(\{(?:[^{}]++|(?-1))*+\})/;

# --- One tree

# {root, files, src: paths in src, rt: paths in src/rt, room: path => room, row: [[label, value], ...]}
sub tree_at {
	my ($root) = @_;
	my $files = read_tree($root);
	my @src = grep { /^src/ } sort keys %$files;
	my @rt = grep { m{^src/rt/} } @src;
	die "$root: no src/rt\n" if !@rt;
	my $is_flat = !grep { m{^src/rt/\w+/} } @rt;
	my $room = sub {
		my ($path) = @_;
		return $is_flat ? $room_then{unit_of($path) =~ s{.*/}{}r} // '' : room_of($path);
	};
	return {root => $root, files => $files, src => \@src, rt => \@rt, room => $room, is_flat => $is_flat, rows => []};
}

sub row {
	my ($self, $label, $value) = @_;
	push @{$self->{rows}}, [$label, $value];
}

# How often the pattern matches in all these files, in their code or in their text.
sub count {
	my ($self, $what, $paths, $pattern) = @_;
	my $count = 0;
	for (@$paths) {
		$count += () = $self->{files}{$_}{$what} =~ /$pattern/g;
	}
	return $count;
}

sub row_of_both {
	my ($self, $label, $what, $pattern) = @_;
	row($self, $label, sprintf '%d (rt %d)', map { count($self, $what, $_, $pattern) } $self->{src}, $self->{rt});
}

sub one_file {
	my ($self, $pattern) = @_;
	my ($path) = grep { m{^src/rt/(?:\w+/)*$pattern\z} } @{$self->{rt}};
	return $path ? $self->{files}{$path}{code} : '';
}

# --- Units and rooms

sub row_of_cycle {
	my ($self, $label, $wanted) = @_;
	my $graph = dependences($self->{files}, $wanted);
	my ($first) = cycles($graph);
	row($self, "largest cycle of units: $label", sprintf '%d of %d', $first ? scalar @$first : 0, scalar keys %$graph);
}

sub measure_cycles {
	my ($self) = @_;
	my %folders = map { folder_of($_) => 1 } @{$self->{src}};
	for my $folder (sort keys %folders) {
		row_of_cycle($self, $folder, sub { folder_of($_[0]) eq $folder });
		next if $folder ne 'rt' || $self->{is_flat};
		for my $room (@rooms) {
			row_of_cycle($self, "rt/$room", sub { room_of($_[0]) eq $room });
		}
	}
}

sub measure_rooms {
	my ($self) = @_;
	my %height = map { $rooms[$_] => $_ + 1 } 0 .. $#rooms;
	my ($upward, $past) = (0, 0);
	for my $path (@{$self->{rt}}) {
		my $own = $self->{room}->($path);
		for my $to (grep { defined && m{^src/rt/} } map { $_->[2] } @{$self->{files}{$path}{includes}}) {
			my $other = $self->{room}->($to);
			$upward++ if ($height{$other} || 0) > ($height{$own} || @rooms);
			$past++ if $other ne $own && !is_door($to);
		}
	}
	my @hidden = hidden_dependences($self->{files}, $self->{room});
	row($self, 'includes upwards in src/rt', $upward);
	row($self, 'includes past a door', $self->{is_flat} ? 'no doors' : $past);
	row($self, 'names declared below, defined above', scalar @hidden);
}

# --- Operations, strategies, lists

sub measure_operations {
	my ($self) = @_;
	my @kinds = grep { $_ ne 'TD_KINDS' } kinds_of($self->{files}{'src/wire/event.h'}{code}, 'td_kind');
	my $kind = '(?:' . join('|', map { "$_\\b" } @kinds) . ')';
	my %count;
	for my $path (@{$self->{src}}) {
		my @where = folder_of($path) eq 'rt' ? qw(src rt) : qw(src);
		my $code = $self->{files}{$path}{code};
		while ($code =~ /\bswitch\s*(?=$parens\s*$braces)/g) {
			my ($of, $body) = ($1, $2);
			$count{"of kind $_"} += $of =~ /kind\b/ for @where;
			$count{"of operation $_"} += $body =~ /\bcase\s+$kind/ for @where;
		}
	}
	row($self, 'switch (... kind ...)', sprintf '%d (rt %d)', map { $count{"of kind $_"} } qw(src rt));
	row($self, 'switch with a case of an operation', sprintf '%d (rt %d)', map { $count{"of operation $_"} } qw(src rt));
	row_of_both($self, '== or != with an operation', 'code', qr/[!=]=\s*\b$kind|\b$kind\s*[!=]=/);
}

sub row_of_tests {
	my ($self, $label, $pattern) = @_;
	my @files = grep { $self->{files}{$_}{code} =~ $pattern } @{$self->{src}};
	row($self, $label, sprintf '%d in %d files', count($self, 'code', \@files, $pattern), scalar @files);
}

sub measure_strategies {
	my ($self) = @_;
	row_of_tests($self, 'td_pick_is_*', qr/\btd_pick_is_\w+/);
	row_of_tests($self, 'td_strategy->is_by_*, ->kind, td_is_traced', qr/\btd_strategy\s*->\s*(?:is_(?!before\b)\w+|kind|draws_turns)\b|\btd_is_traced\b/);
	row_of_tests($self, 'td_mode.is_*', qr/\btd_mode\s*\.\s*is_\w+/);
}

# Parts that are set up, marked ... by a call of their own in the host or in marks, and by a row of the table.
sub measure_lists {
	my ($self) = @_;
	my ($host, $mark, $parts) = map { one_file($self, $_) } qw(host\.c mark\.c parts\.c);
	for my $step (qw(setup mark back reset)) {
		my %called = map { $_ => 1 } "$host$mark" =~ /^\s+(td_\w+_$step)\(/gm;
		my $field = $step eq 'reset' ? '(?:begin|restart|clean_up)' : $step;
		my $rows = () = $parts =~ /\.$field\s*=/g;
		row($self, "td_*_$step: called one by one, in the table", sprintf '%d, %d', scalar keys %called, $rows);
	}
	my $rows = () = $parts =~ /\{\s*\.name\b/g;
	row($self, 'rows of the table of parts', $rows);
}

# --- A thread

sub body_of_struct {
	my ($self, $tag) = @_;
	for (@{$self->{rt}}) {
		return ($2, $_) if $self->{files}{$_}{code} =~ /\bstruct\s+(\Q$tag\E)\s*$braces/;
	}
	return;
}

# The fields, and instead of a part those that it is made of.
sub fields_in_all {
	my ($self, $body) = @_;
	my @names;
	for (members($body)) {
		my ($name, $type, $is_pointer) = @$_;
		my ($part) = !$is_pointer && $type =~ /\bstruct\s+(\w+)/ ? body_of_struct($self, $1) : ();
		push @names, $part ? fields_in_all($self, $part) : $name;
	}
	return @names;
}

sub size_of {
	my ($self, $type, $header) = @_;
	my $room = File::Temp->newdir;
	open my $out, '>', "$room/size.c" or die "$room/size.c: $!";
	print $out '#include "', $header =~ s{^src/}{}r, "\"\nunsigned long size = sizeof(struct $type);\n";
	close $out or die "$room/size.c: $!";
	my $cc = $ENV{CC} || 'cc';
	my $text = `$cc -std=gnu17 -D_GNU_SOURCE -I'$self->{root}/src' -I'$self->{root}/include' -S -o - '$room/size.c' 2>/dev/null`;
	return $text =~ /^size:\s+\.quad\s+(\d+)/m ? $1 : 'does not compile';
}

sub measure_thread {
	my ($self) = @_;
	my ($body, $header) = body_of_struct($self, 'td_fiber');
	return row($self, 'struct td_fiber', 'not found') if !$header;
	my @direct = members($body);
	my @names = fields_in_all($self, $body);
	my %users;
	for my $path (@{$self->{rt}}) {
		$users{$_}{$path} = 1 for $self->{files}{$path}{code} =~ /(?:->|\.)\s*(\w+)/g;
	}
	row($self, 'struct td_fiber: fields (those of parts one by one)', sprintf '%d (%d)', scalar @direct, scalar @names);
	row($self, 'struct td_fiber: fields, those of parts too, used by one file only', scalar grep { keys %{$users{$_} || {}} == 1 } @names);
	row($self, 'struct td_fiber: bytes', size_of($self, 'td_fiber', $header));
}

# --- Words

# A line of a comment may end between two words.
sub phrase {
	my $words = join '[-\s*]+', @_;
	return qr/\b$words/i;
}

sub measure_words {
	my ($self) = @_;
	row_of_both($self, 'somebody, whoever, nobody, anybody, everybody', 'text', qr/\b(?:somebody|whoever|nobody|anybody|everybody)\b/i);
	my @words = (['sleep set', phrase('sleep', 'set')], ['source set', phrase('source', 'set')], ['wake-up tree', phrase('wake-?up', 'tree')],
		     ['backtrack', phrase('backtrack')], ['DPOR', qr/\bDPOR\b/]);
	for (@words) {
		my ($word, $pattern) = @$_;
		row($self, "$word in src/rt", count($self, 'text', $self->{rt}, $pattern));
	}
}

# --- Lines, functions, files

sub percent { return sprintf '%.1f %%', 100 * $_[0] / $_[1] }

# Of lines that are not empty.
sub measure_lines {
	my ($self) = @_;
	my ($code, $comment, $longest, $longest_file, $name, @over) = (0, 0, 0, 0, '', 0, 0);
	for my $path (@{$self->{src}}) {
		my ($text, $stripped) = @{$self->{files}{$path}}{qw(text code)};
		$comment += lines_of_comment($text, $stripped);
		$code += () = $stripped =~ /^.*\S/gm;
		for my $width (map { width($_) } grep { length > 60 } split /\n/, $text) { # no shorter line is wide
			$over[0]++ if $width > 100;
			$over[1]++ if $width > 120;
			$longest = $width if $width > $longest;
		}
		my $lines = $text =~ tr/\n//;
		($longest_file, $name) = ($lines, $path) if $lines > $longest_file;
	}
	row($self, 'lines over 100 columns', percent($over[0], $code + $comment));
	row($self, 'lines over 120 columns', percent($over[1], $code + $comment));
	row($self, 'longest line', $longest);
	row($self, 'lines of comment per 100 of code', sprintf '%.1f', 100 * $comment / $code);
	row($self, 'longest file', "$longest_file " . $name =~ s{^src/}{}r);
}

sub measure_functions {
	my ($self) = @_;
	my @all = map { functions($_->{code}) } @{$self->{files}}{@{$self->{src}}};
	my @lengths = sort { $a <=> $b } map { $_->{length} } @all;
	my ($longest) = grep { $_->{length} == $lengths[-1] } @all;
	row($self, 'functions', scalar @lengths);
	row($self, 'lines of a function: median', $lengths[@lengths / 2]);
	row($self, 'longest function', "$lengths[-1] $longest->{name}");
}

# Names that stand for things in more than one folder of src.  @$found: [name, folder].
sub row_of_names {
	my ($self, $label, @found) = @_;
	my %folders;
	$folders{$_->[0]}{$_->[1]} = 1 for @found;
	my @several = grep { keys %{$folders{$_}} > 1 } sort keys %folders;
	row($self, "$label in several folders", scalar @several);
	push @{$self->{notes}}, "$label in several folders: " . join ' ', @several if @several;
}

sub measure_names {
	my ($self) = @_;
	my (@files, @functions, @tags);
	for my $path (@{$self->{src}}) {
		my ($folder, $name) = $path =~ m{^src/(.*)/(.*)};
		push @files, [$name, $folder] if !is_door($path) || $self->{is_flat};
		my $code = $self->{files}{$path}{code};
		push @functions, map { [$_->{name}, folder_of($path)] } grep { !$_->{static} } functions($code);
		push @tags, map { [$_, folder_of($path)] } $code =~ /\b((?:enum|struct|union)\s+td_\w+)\s*\{/g;
	}
	row_of_names($self, 'files of one name', @files);
	row_of_names($self, 'functions of one name', @functions);
	row_of_names($self, 'types of one name', @tags);
}

# --- A change

sub seconds_of_change {
	my ($self) = @_;
	my ($file) = grep { m{/mutex\.c\z} } @{$self->{rt}};
	my $make = "make -s --no-print-directory -C '$self->{root}' dev >/dev/null 2>&1";
	return 'no mutex.c' if !$file;
	return 'no make dev' if system($make);
	utime undef, undef, "$self->{root}/$file" or die "$file: $!";
	my $start = time;
	return 'fails' if system($make);
	return sprintf '%.1f s', time - $start;
}

sub measure {
	my ($root, $with_seconds) = @_;
	my $self = tree_at($root);
	$_->($self) for \&measure_cycles, \&measure_rooms, \&measure_operations, \&measure_strategies, \&measure_lists, \&measure_thread,
			\&measure_words, \&measure_lines, \&measure_functions;
	row($self, 'bytes of ARCHITECTURE.md', -s "$root/ARCHITECTURE.md" // 'none');
	measure_names($self);
	row($self, 'make dev after a change in mutex.c', seconds_of_change($self)) if $with_seconds;
	return $self;
}

# --- All trees, side by side

# A row that only one tree has stands where that tree has it.
sub all_labels {
	my @labels;
	for my $tree (@_) {
		my $at = 0;
		for my $label (map { $_->[0] } @{$tree->{rows}}) {
			my ($known) = grep { $labels[$_] eq $label } 0 .. $#labels;
			splice @labels, $at, 0, $label if !defined $known;
			$at = ($known // $at) + 1;
		}
	}
	return @labels;
}

sub widest {
	my $widest = 0;
	$widest = length > $widest ? length : $widest for @_;
	return $widest;
}

sub show {
	my @trees = @_;
	my @labels = all_labels(@trees);
	my $first = widest(@labels);
	my @columns = map { my %of = map { @$_ } @{$_->{rows}}; [map { $of{$_} // '-' } @labels] } @trees;
	unshift @{$columns[$_]}, $trees[$_]{root} for 0 .. $#trees;
	my @widths = map { widest(@$_) } @columns;
	unshift @labels, '';
	for my $line ((@trees > 1 ? 0 : 1) .. $#labels) {
		print sprintf("%-${first}s", $labels[$line]) . join('', map { sprintf "  %-$widths[$_]s", $columns[$_][$line] } 0 .. $#columns) =~ s/ +\z//r, "\n";
	}
	print "\n", map { "$_\n" } @{$trees[-1]{notes}} if $trees[-1]{notes};
}

my $with_seconds = @ARGV && $ARGV[0] eq '--seconds' && shift;
show(map { measure($_ =~ s{/+\z}{}r, $with_seconds) } @ARGV ? @ARGV : '.');
