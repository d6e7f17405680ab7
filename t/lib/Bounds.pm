# What the tests of `treadle bounds` share: the files of t/bounds with what they say about themselves, and running the checker.
#
# A file says in its first comment lines what each loop is that lies on the way from a creation, and nothing of other loops:
#
#   // bounds: unbounded LINE     more and more can be created
#   // bounds: alive LINE         created again and again, but no more than so many are alive at a time
#   // bounds: bounded LINE       no more than so many are ever created
#   // bounds: suppressed LINE    unbounded, and a comment says why that is so
#   // bounds: options OPTIONS    for treadle bounds
#
# LINE is where the loop statement stands: of a loop by goto its label, of a recursion the name of the function that creates.
# With  says "REGEX"  behind it, something that is told about the loop must match.  A folder is a program of several files;
# its lines are FILE:LINE, and stand in one of the files.
package Bounds;

use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename);
use JSON::PP ();
use Loom;

our @EXPORT = qw(bounds_programs bounds_json texts_of);

sub read_directives {
	my ($self, $file) = @_;
	my $text = slurp($file);
	while ($text =~ m{^// bounds: (\w+) (.+)$}mg) {
		my ($key, $value) = ($1, $2);
		if ($key eq 'options') {
			$self->{options} = [split ' ', $value];
		} elsif ($key =~ /^(unbounded|alive|bounded|suppressed)$/ && $value =~ /^(?:(\S+):)?(\d+)(?: says "(.*)")?$/) {
			my $where = join ':', $1 // basename($file), $2;
			die "$file: $where twice\n" if $self->{loops}{$where};
			$self->{loops}{$where} = { verdict => $key, says => $3 };
		} else {
			die "$file: what is '$key $value'?\n";
		}
	}
}

sub bounds_program {
	my ($path) = @_;
	my @files = -d $path ? sort glob("$path/*") : $path;
	my $self = { path => $path, name => basename($path) =~ s/\.\w+$//r, files => \@files, options => [], loops => {} };
	read_directives($self, $_) for @files;
	return $self;
}

# All programs; with names on the command line of the test, only those.
sub bounds_programs {
	my @all = map { bounds_program($_) } grep { -d || /\.(c|cc)$/ } sort glob("$root/t/bounds/*");
	return @all if !@ARGV;
	return grep { my $name = $_->{name}; grep { $_ eq $name } @ARGV } @all;
}

# Runs the checker; its status, what it says as data, what it says on standard error.
sub bounds_json {
	my ($directory, @arguments) = @_;
	my ($status, $out, $err) = run($directory, $treadle, 'bounds', '--format', 'json', @arguments);
	$err =~ s/^treadle: \d+ of \d+ files\n//mg; # where the machine is slow
	$err =~ s/^treadle: \d+ of \d+ files\n//mg; # where the machine is slow
	return ($status, scalar eval { JSON::PP->new->utf8->decode($out) }, $err);
}

# Every text in some data.
sub texts_of {
	my ($data) = @_;
	return map { texts_of($_) } @$data if ref $data eq 'ARRAY';
	return map { texts_of($data->{$_}) } sort keys %$data if ref $data eq 'HASH';
	return defined $data && !ref $data ? ($data) : ();
}

1;
