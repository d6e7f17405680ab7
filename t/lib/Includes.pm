# What the files of src/ include, and what follows from it for units and rooms.
#
# A unit is a .c and a .h of one name.  Unit A depends on unit B if a file of A includes B's header.  Through a door (src/rt/ROOM.h, which
# only includes headers) A depends on those units alone whose names it uses: otherwise doors would make all depend on all.
package Includes;

use strict;
use warnings;
use CText qw(slurp code_of declared_names defined_names);
use Exporter qw(import);
use File::Find ();

our @EXPORT_OK = qw(@rooms read_tree unit_of folder_of room_of is_door dependences cycles wrong_in_stages wrong_in_rooms crossing_cycles hidden_dependences);

our @rooms = qw(sys state code core loops search race engine hooks sync io thread host); # from the lowest to the highest

# All files of C below ROOT/src and ROOT/include: path => {code, includes}.  An include is [line, name as it is written, path or undef].
sub read_tree {
	my ($root) = @_;
	my %files;
	File::Find::find({no_chdir => 1, wanted => sub {
		return if !/\.[ch]\z/ || !-f;
		my $text = slurp($_);
		$files{substr $_, 1 + length $root} = {text => $text, code => code_of($text)};
	}}, grep { -d } map { "$root/$_" } qw(src include));
	for my $path (keys %files) {
		$files{$path}{includes} = [map { [@$_, target(\%files, $path, $_->[1])] } includes_of($files{$path})];
	}
	return \%files;
}

# Names are strings, which code_of has emptied: so that what is in a comment does not count, the line is looked up in both.
sub includes_of {
	my ($file) = @_;
	my @code = split /\n/, $file->{code};
	my @text = split /\n/, $file->{text};
	my @found;
	for my $i (0 .. $#code) {
		next if $code[$i] !~ /^\s*#\s*include\b/;
		push @found, [$i + 1, $1] if $text[$i] =~ /^\s*#\s*include\s*["<]([^">]+)[">]/;
	}
	return @found;
}

# As the compiler looks: beside the file, then in src and include; a folder inside a room also sees the room's.
sub target {
	my ($files, $from, $name) = @_;
	my ($own) = $from =~ m{^(.*)/};
	my ($room) = $from =~ m{^(src/rt/\w+)/};
	for my $folder ($own, $room // (), 'src', 'include') {
		my $path = "$folder/$name";
		1 while $path =~ s{(^|/)\w+/\.\./}{$1};
		return $path if $files->{$path};
	}
	return undef;
}

sub unit_of {
	my ($path) = @_;
	return $path =~ s/\.[ch]\z//r;
}

sub folder_of {
	my ($path) = @_;
	return $path =~ m{^src/(\w+)/} ? $1 : '';
}

# Of a file or a unit; a door belongs to its room, and a file that is in no room has none.
sub room_of {
	my ($path) = @_;
	return $path =~ m{^src/rt/(\w+)(?:/|\.h\z)} ? $1 : '';
}

sub is_door {
	my ($path) = @_;
	return $path =~ m{^src/rt/\w+\.h\z};
}

# All headers that a door opens, those behind other doors, too.
sub behind {
	my ($files, $door, $seen) = @_;
	$seen ||= {};
	return () if $seen->{$door}++;
	return map { is_door($_) ? behind($files, $_, $seen) : $_ } grep { defined } map { $_->[2] } @{$files->{$door}{includes}};
}

sub names_used {
	my ($file) = @_;
	$file->{used} ||= {map { $_ => 1 } $file->{code} =~ /[A-Za-z_]\w*/g};
	return $file->{used};
}

sub names_declared {
	my ($file) = @_;
	$file->{declared} ||= [declared_names($file->{code})];
	return $file->{declared};
}

# Unit => {unit => 1, ...}, of the files for which `wanted` is true.  If rt is still flat, nothing in it is a door.
sub dependences {
	my ($files, $wanted) = @_;
	my $has_rooms = grep { m{^src/rt/\w+/} } keys %$files;
	my %graph;
	for my $path (grep { $wanted->($_) && !($has_rooms && is_door($_)) } keys %$files) {
		my $unit = unit_of($path);
		my $used = names_used($files->{$path});
		my %needs;
		for my $to (grep { defined } map { $_->[2] } @{$files->{$path}{includes}}) {
			if (!$has_rooms || !is_door($to)) {
				$needs{$to} = 1;
				next;
			}
			for my $header (behind($files, $to)) {
				$needs{$header} = 1 if grep { $used->{$_} } @{names_declared($files->{$header})};
			}
		}
		$graph{$unit} ||= {};
		for (grep { $wanted->($_) } keys %needs) {
			$graph{$unit}{unit_of($_)} = 1 if unit_of($_) ne $unit;
		}
	}
	return \%graph;
}

# The strongly connected components with more than one unit, each sorted, the largest first (Tarjan 1972).
sub cycles {
	my ($graph) = @_;
	my ($count, %number, %low, @stack, %on_stack, @found) = (0);
	no warnings 'recursion';
	my $visit;
	$visit = sub {
		my ($unit) = @_;
		$number{$unit} = $low{$unit} = ++$count;
		push @stack, $unit;
		$on_stack{$unit} = 1;
		for my $next (sort keys %{$graph->{$unit} || {}}) {
			$visit->($next) if !$number{$next};
			$low{$unit} = $low{$next} if $on_stack{$next} && $low{$next} < $low{$unit};
		}
		return if $low{$unit} != $number{$unit};
		my @component;
		do {
			push @component, pop @stack;
			delete $on_stack{$component[-1]};
		} while $component[-1] ne $unit;
		push @found, [sort @component] if @component > 1;
	};
	for (sort keys %$graph) {
		$visit->($_) if !$number{$_};
	}
	return sort { @$b <=> @$a || $a->[0] cmp $b->[0] } @found;
}

# What files include of folders that theirs must not know, `may` being folder => [folders].
sub wrong_in_stages {
	my ($files, $may) = @_;
	my @wrong;
	for my $path (sort grep { folder_of($_) } keys %$files) {
		my $own = folder_of($path);
		for (@{$files->{$path}{includes}}) {
			my ($line, $name, $to) = @$_;
			my $folder = folder_of($to // '') || next;
			push @wrong, "$path:$line: $name" if !grep { $_ eq $folder } @{$may->{$own} || []};
		}
	}
	return @wrong;
}

sub heights {
	return map { $rooms[$_] => $_ + 1 } 0 .. $#rooms;
}

# What is wrong in src/rt.
sub wrong_in_rooms {
	my ($files) = @_;
	my %height = heights();
	my @wrong;
	for my $path (sort grep { m{^src/rt/} } keys %$files) {
		if (!$height{room_of($path)}) {
			push @wrong, "$path lies in no room";
			next;
		}
		for (@{$files->{$path}{includes}}) {
			my ($line, $name, $to) = @$_;
			next if !defined $to || $to =~ m{^(?:src/wire|include)/};
			my $why = wrong_include($path, $to, \%height) || next;
			push @wrong, "$path:$line: $name $why";
		}
	}
	return @wrong;
}

sub wrong_include {
	my ($path, $to, $height) = @_;
	return 'is no part of the runtime' if $to !~ m{^src/rt/};
	my ($own, $other) = (room_of($path), room_of($to));
	return 'is in no room' if !$height->{$other};
	if ($own eq $other) {
		return is_door($to) ? 'is the door of its own room' : undef;
	}
	return "lies above $own" if $height->{$other} > $height->{$own};
	return is_door($to) ? undef : "is behind the door of $other";
}

# The cycles whose units lie in more than one room.
sub crossing_cycles {
	my ($graph) = @_;
	return grep { my %rooms = map { room_of($_) => 1 } @$_; keys %rooms > 1 } cycles($graph);
}

# Names that a file declares, and only files in rooms above it define: with them it calls upwards without an include.  [name, file that
# declares it, file that defines it].  `room_of` says where a file lies, for trees where it is not in its path.
sub hidden_dependences {
	my ($files, $room_of) = @_;
	my %height = heights();
	my @paths = grep { m{^src/rt/} && $height{$room_of->($_)} } sort keys %$files;
	my (%definers, @found);
	for my $path (grep { /\.c\z/ } @paths) {
		push @{$definers{$_}}, $path for defined_names($files->{$path}{code});
	}
	for my $path (@paths) {
		my $own = $height{$room_of->($path)};
		for my $name (grep { /^td_/ } @{names_declared($files->{$path})}) {
			my @definers = @{$definers{$name} || []};
			next if !@definers || grep { $height{$room_of->($_)} <= $own } @definers;
			push @found, [$name, $path, $definers[0]];
		}
	}
	return @found;
}

1;
